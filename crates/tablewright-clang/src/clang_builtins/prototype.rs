//! Converter from C prototypes of builtins to Clang's type strings. A type string has a few letters
//! for each type, result first.
//!
//! Vector intrinsics have their own writer (`vector_intrinsics/type_string`), which orders the
//! parts of a type from a model. This converter has no model. It translates text from left to right
//! and keeps the order of the qualifiers in the description.

use tablewright_records::{Feature, RecordStore};
use tablewright_text::append;

use crate::support::c_space::trim;

/// The first releases with certain words in prototypes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Since {
    First,
    /// Releases with [`Feature::BuiltinTypesOfTargets`].
    TypesOfTargets,
    /// Releases with [`Feature::BuiltinVectorsHaveQualifiers`].
    VectorQualifiers,
}

/// Types with their letters.
const TYPES: [(&str, &str, Since); 42] = [
    ("...", ".", Since::First),
    ("FILE", "P", Since::First),
    ("SEL", "H", Since::First),
    ("_Float16", "x", Since::First),
    ("__amdgpu_buffer_rsrc_t", "Qb", Since::VectorQualifiers),
    ("__amdgpu_feature_predicate_t", "Qc", Since::VectorQualifiers),
    ("__amdgpu_texture_t", "Qt", Since::VectorQualifiers),
    ("__bf16", "y", Since::TypesOfTargets),
    ("__builtin_va_list", "a", Since::First),
    ("__builtin_va_list_ref", "A", Since::First),
    ("__float128", "LLd", Since::First),
    ("__fp16", "h", Since::First),
    ("__hlsl_resource_t", "Qr", Since::TypesOfTargets),
    ("__int128_t", "LLLi", Since::First),
    ("__uint128_t", "ULLLi", Since::VectorQualifiers),
    ("bool", "b", Since::First),
    ("char", "c", Since::First),
    ("constant_CFString", "F", Since::First),
    ("double", "d", Since::First),
    ("float", "f", Since::First),
    ("id", "G", Since::First),
    ("int", "i", Since::First),
    ("int16_t", "Ti", Since::VectorQualifiers),
    ("int32_t", "Zi", Since::First),
    ("int64_t", "Wi", Since::First),
    ("int8_t", "Bi", Since::VectorQualifiers),
    ("jmp_buf", "J", Since::First),
    ("msint32_t", "Ni", Since::First),
    ("msuint32_t", "UNi", Since::First),
    ("objc_super", "M", Since::First),
    ("pid_t", "p", Since::First),
    ("ptrdiff_t", "Y", Since::First),
    ("short", "s", Since::First),
    ("sigjmp_buf", "SJ", Since::First),
    ("size_t", "z", Since::First),
    ("ucontext_t", "K", Since::First),
    ("uint16_t", "UTi", Since::VectorQualifiers),
    ("uint32_t", "UZi", Since::First),
    ("uint64_t", "UWi", Since::First),
    ("uint8_t", "UBi", Since::VectorQualifiers),
    ("void", "v", Since::First),
    ("wchar_t", "w", Since::First),
];

/// Type suffixes in matching order.
const SUFFIXES: [(&str, char); 5] =
    [("*", '*'), ("const", 'C'), ("volatile", 'D'), ("restrict", 'R'), ("&", '&')];

/// Suffixes that may follow a vector in a parameter list.
const VECTOR_SUFFIXES: [&str; 5] = ["*", "const", "volatile", "restrict", "address_space<"];

/// Type prefixes in matching order.
const PREFIXES: [(&str, char, Since); 5] = [
    ("long", 'L', Since::First),
    ("signed", 'S', Since::TypesOfTargets),
    ("unsigned", 'U', Since::First),
    ("_Complex", 'X', Since::First),
    ("_Constant", 'I', Since::First),
];

/// A type with 64 bits in all languages, if the builtin requires it. It is tried before the
/// prefixes.
const OPENCL_LONG: (&str, char) = ("long long", 'O');

/// Vector names with their letters.
const VECTORS: [(&str, char, Since); 2] =
    [("_ExtVector", 'E', Since::First), ("_Vector", 'V', Since::TypesOfTargets)];

const ADDRESS_SPACE: &str = "address_space<";

/// Conversion settings.
#[derive(Clone, Copy)]
pub(super) struct PrototypeReader<'t> {
    pub(super) release: Since,
    /// The replacement for the type `T`.
    pub(super) substitution: Option<&'t str>,
    /// Whether `long long` is OpenCL's `long`, with 64 bits in all languages.
    pub(super) has_opencl_long: bool,
}

impl<'t> PrototypeReader<'t> {
    /// Creates a reader for the release of `store`.
    pub(super) fn new(store: &RecordStore) -> PrototypeReader<'t> {
        let release = if store.release().has(Feature::BuiltinVectorsHaveQualifiers) {
            Since::VectorQualifiers
        } else if store.release().has(Feature::BuiltinTypesOfTargets) {
            Since::TypesOfTargets
        } else {
            Since::First
        };
        PrototypeReader { release, substitution: None, has_opencl_long: false }
    }

    /// Converts `prototype` to type strings.
    pub(super) fn type_strings(self, prototype: &str) -> Result<String, String> {
        let mut strings = String::new();
        let prototype = trim(prototype);
        // A prototype that cannot be expressed is left empty.
        if prototype.is_empty() && self.release >= Since::TypesOfTargets {
            return Ok(strings);
        }
        let result = prototype.split('(').next().unwrap_or_default();
        self.push_type(&mut strings, result)?;
        let parameters = prototype.get(result.len() + 1..).unwrap_or_default().strip_suffix(')');
        let mut tail = parameters.ok_or("Expected closing brace at end of prototype")?;
        loop {
            tail = tail.trim_start_matches([' ', ',']);
            if tail.is_empty() {
                return Ok(strings);
            }
            // A comma within a vector does not separate parameters.
            tail = if !self.is_vector(tail) {
                let (parameter, after) = tail.split_at(tail.find(',').unwrap_or(tail.len()));
                self.push_type(&mut strings, parameter)?;
                after
            } else if self.release >= Since::VectorQualifiers {
                let (vector, after) = tail.split_at(matching_end(tail).unwrap_or(tail.len()));
                let (suffixes, after) = after.split_at(vector_suffixes_len(after));
                self.push_type(&mut strings, vector)?;
                self.push_vector_suffixes(&mut strings, suffixes)?;
                after
            } else {
                let (parameter, after) = tail.split_at(tail.find('>').map_or(0, |end| end + 1));
                self.push_type(&mut strings, parameter)?;
                after
            };
        }
    }

    fn is_vector(self, text: &str) -> bool {
        self.vector(text).is_some_and(|(_, after_name)| after_name.starts_with('<'))
    }

    /// Returns the letter for the vector at the start of `text`, and the text after its name.
    fn vector(self, text: &str) -> Option<(char, &str)> {
        let mut vectors = VECTORS.iter().filter(|(.., since)| *since <= self.release);
        vectors.find_map(|(name, letter, _)| Some((*letter, text.strip_prefix(name)?)))
    }

    fn prefix(self, text: &str) -> Option<(char, &str)> {
        let (name, letter) = OPENCL_LONG;
        if self.has_opencl_long
            && let Some(after_name) = text.strip_prefix(name)
        {
            return Some((letter, after_name));
        }
        let mut prefixes = PREFIXES.iter().filter(|(.., since)| *since <= self.release);
        prefixes.find_map(|(name, letter, _)| Some((*letter, text.strip_prefix(name)?)))
    }

    fn push_type(mut self, strings: &mut String, ty: &str) -> Result<(), String> {
        let mut remainder = ty;
        let mut suffixes = Suffixes::default();
        loop {
            remainder = trim(remainder);
            // Suffixes are read first, since `*` and its qualifiers apply to everything before
            // them.
            if let Some(inner) = suffixes.strip(remainder) {
                remainder = inner;
                if suffixes.is_pointer() && self.release >= Since::TypesOfTargets {
                    remainder = suffixes.strip_address_space(remainder, self.release)?;
                }
            } else if let Some((letter, inner)) = self.prefix(remainder) {
                strings.push(letter);
                remainder = inner;
            } else if remainder.starts_with('T') {
                // `T` is replaced only once: the replacement is not a template.
                remainder = self.substitution.take().ok_or("Not a template")?;
            } else if let Some((letter, vector)) = self.vector(remainder) {
                strings.push(letter);
                remainder = push_lanes(strings, vector)?;
            } else {
                let mut types = TYPES.iter().filter(|(.., since)| *since <= self.release);
                let listed = types.find(|(name, ..)| *name == remainder);
                let (_, letters, _) = listed.ok_or_else(|| format!("Unknown Type: {remainder}"))?;
                strings.push_str(letters);
                suffixes.push_to(strings);
                return Ok(());
            }
        }
    }

    /// Writes the suffixes after the `>` of a vector.
    fn push_vector_suffixes(self, strings: &mut String, text: &str) -> Result<(), String> {
        let mut suffixes = Suffixes::default();
        let mut remainder = trim(text);
        while let Some(inner) = suffixes.strip(remainder) {
            remainder = trim(inner);
            if suffixes.is_pointer() && remainder.ends_with('>') {
                remainder = trim(suffixes.strip_address_space(remainder, self.release)?);
            }
        }
        if !remainder.is_empty() {
            return Err(format!("Unknown Type: {remainder}"));
        }
        suffixes.push_to(strings);
        Ok(())
    }
}

/// Type suffixes. They are read from outside in, and written from inside out.
#[derive(Default)]
struct Suffixes(Vec<(char, Option<u64>)>);

impl Suffixes {
    /// Removes a suffix from a type's end.
    fn strip<'p>(&mut self, ty: &'p str) -> Option<&'p str> {
        let split = SUFFIXES.iter().find_map(|(text, c)| Some((ty.strip_suffix(text)?, *c)));
        let (inner, letter) = split?;
        self.0.push((letter, None));
        Some(inner)
    }

    /// Whether the last suffix is a pointer or reference, which may have an address space.
    fn is_pointer(&self) -> bool {
        matches!(self.0.last(), Some(('*' | '&', _)))
    }

    /// Removes the address space before a pointer.
    fn strip_address_space<'p>(&mut self, ty: &'p str, release: Since) -> Result<&'p str, String> {
        let ty = trim(ty);
        let Some(inside) = ty.strip_suffix('>') else { return Ok(ty) };
        let message = "Only `address_space<N>` supported as a parameterized pointer or reference \
                       type qualifier";
        let start = inside.rfind('<').map(|at| at + 1).unwrap_or_default();
        let (qualifier, number) = inside.split_at(start);
        let before = qualifier.strip_suffix(ADDRESS_SPACE).ok_or(message)?;
        let number: u64 = number
            .parse()
            .map_err(|_| "Expected an integer argument to the address_space qualifier")?;
        if number == 0 && release < Since::VectorQualifiers {
            return Err("No need for a qualifier for address space `0`".to_owned());
        }
        if let Some((_, space)) = self.0.last_mut() {
            *space = Some(number);
        }
        Ok(before)
    }

    fn push_to(self, strings: &mut String) {
        for (letter, address_space) in self.0.into_iter().rev() {
            strings.push(letter);
            if let Some(number) = address_space {
                append!(strings, number);
            }
        }
    }
}

/// Returns the length of a text that begins with a name and `<`, up to the matching `>`.
fn matching_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the length of the suffixes after a vector.
fn vector_suffixes_len(text: &str) -> usize {
    let mut remainder = text;
    loop {
        let blank = remainder.trim_start_matches(' ');
        let Some(inner) = VECTOR_SUFFIXES.iter().find_map(|suffix| blank.strip_prefix(suffix))
        else {
            return text.len() - remainder.len();
        };
        remainder = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        remainder = remainder.strip_prefix('>').unwrap_or(remainder);
    }
}

/// Writes the number of elements in `<8, type>` and returns the type.
fn push_lanes<'p>(strings: &mut String, vector: &'p str) -> Result<&'p str, &'static str> {
    let inside = vector.strip_prefix('<').ok_or("Expected '<' after '_ExtVector'")?;
    let digits = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (lanes, after_lanes) = inside.split_at(digits);
    let lanes: u64 = lanes.parse().map_err(|_| "Expected number of lanes after '_ExtVector<'")?;
    append!(strings, lanes);
    let type_text = after_lanes
        .strip_prefix(',')
        .ok_or("Expected ',' after number of lanes in '_ExtVector<'")?;
    type_text.strip_suffix('>').ok_or("Expected '>' after scalar type in '_ExtVector<N, type>'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(prototypes: &[&str], substitution: Option<&str>, expected: Expect) {
        check_release(19, prototypes, substitution, expected);
    }

    fn check_release(
        release: u8,
        prototypes: &[&str],
        substitution: Option<&str>,
        expected: Expect,
    ) {
        let release = match release {
            19 => Since::First,
            22 => Since::TypesOfTargets,
            _ => Since::VectorQualifiers,
        };
        let reader =
            PrototypeReader { release, substitution, has_opencl_long: release > Since::First };
        let forms: String = prototypes
            .iter()
            .map(|prototype| match reader.type_strings(prototype) {
                Ok(short) => format!("{prototype}: {short}\n"),
                Err(message) => format!("{prototype}: error: {message}\n"),
            })
            .collect();
        expected.assert_eq(&forms);
    }

    #[test]
    fn types_have_letters() {
        check(
            &[
                "void()",
                "unsigned long long int(char const*, ...)",
                "int*const volatile*(void&, int * restrict)",
                "_Complex double(_Constant int, float, )",
                "_ExtVector<8,int>(double, _ExtVector<4,        bool>, int)",
            ],
            None,
            expect![[r#"
                void(): v
                unsigned long long int(char const*, ...): ULLicC*.
                int*const volatile*(void&, int * restrict): i*CD*v&i*R
                _Complex double(_Constant int, float, ): XdIif
                _ExtVector<8,int>(double, _ExtVector<4,        bool>, int): E8idE4bi
            "#]],
        );
    }

    #[test]
    fn pointers_have_address_spaces_and_vectors_two_kinds() {
        let prototypes = [
            "void(int const address_space<1> *, signed int)",
            "void(int address_space<1> const *)",
            "void(int address_space<a>&)",
            "_Vector<2, int*>(_ExtVector<2, __bf16>, long long int)",
            "_Vector<2, int>*(int)",
            "void(_Vector<2, int> const *, int8_t)",
            "void(_Vector<2, int address_space<0> *> address_space<3> *, int)",
            "void(_Vector<2, _Vector<3, int>>)",
            "void(_Vector<2, int> foo, int)",
        ];
        check_release(
            22,
            &prototypes,
            None,
            expect![[r#"
            void(int const address_space<1> *, signed int): viC*1Si
            void(int address_space<1> const *): error: Unknown Type: int address_space<1>
            void(int address_space<a>&): error: Expected an integer argument to the address_space qualifier
            _Vector<2, int*>(_ExtVector<2, __bf16>, long long int): V2i*E2yOi
            _Vector<2, int>*(int): error: Only `address_space<N>` supported as a parameterized pointer or reference type qualifier
            void(_Vector<2, int> const *, int8_t): error: Unknown Type: 
            void(_Vector<2, int address_space<0> *> address_space<3> *, int): error: Unknown Type: int address_space<0
            void(_Vector<2, _Vector<3, int>>): error: Expected '>' after scalar type in '_ExtVector<N, type>'
            void(_Vector<2, int> foo, int): error: Unknown Type: foo
        "#]],
        );
        check_release(
            23,
            &prototypes,
            None,
            expect![[r#"
            void(int const address_space<1> *, signed int): viC*1Si
            void(int address_space<1> const *): error: Unknown Type: int address_space<1>
            void(int address_space<a>&): error: Expected an integer argument to the address_space qualifier
            _Vector<2, int*>(_ExtVector<2, __bf16>, long long int): V2i*E2yOi
            _Vector<2, int>*(int): error: Only `address_space<N>` supported as a parameterized pointer or reference type qualifier
            void(_Vector<2, int> const *, int8_t): vV2iC*Bi
            void(_Vector<2, int address_space<0> *> address_space<3> *, int): vV2i*0*3i
            void(_Vector<2, _Vector<3, int>>): vV2V3i
            void(_Vector<2, int> foo, int): error: Unknown Type: foo
        "#]],
        );
    }

    #[test]
    fn templates_are_filled_in() {
        check(
            &["T(T, T*, T const*)", "void(long T)"],
            Some("unsigned int"),
            expect![[r#"
            T(T, T*, T const*): UiUiUi*UiC*
            void(long T): vLUi
        "#]],
        );
        check(
            &["T()"],
            Some("T"),
            expect![[r#"
            T(): error: Not a template
        "#]],
        );
        check(
            &["T()"],
            None,
            expect![[r#"
            T(): error: Not a template
        "#]],
        );
    }

    #[test]
    fn errors_say_what_is_missing() {
        check(
            &[
                "",
                "int",
                "int(",
                "strange()",
                "int(*)",
                "_ExtVector<int>()",
                "_ExtVector<99999999999999999999,int>()",
                "_ExtVector<8 int>()",
                "_ExtVector<8, int ()",
                "_ExtVector(8, int)()",
                "int(_ExtVector<8, int)",
            ],
            None,
            expect![[r#"
                : error: Unknown Type: 
                int: error: Expected closing brace at end of prototype
                int(: error: Expected closing brace at end of prototype
                strange(): error: Unknown Type: strange
                int(*): error: Unknown Type: 
                _ExtVector<int>(): error: Expected number of lanes after '_ExtVector<'
                _ExtVector<99999999999999999999,int>(): error: Expected number of lanes after '_ExtVector<'
                _ExtVector<8 int>(): error: Expected ',' after number of lanes in '_ExtVector<'
                _ExtVector<8, int (): error: Expected '>' after scalar type in '_ExtVector<N, type>'
                _ExtVector(8, int)(): error: Expected '<' after '_ExtVector'
                int(_ExtVector<8, int): error: Unknown Type: 
            "#]],
        );
    }
}
