//! Prototypes of builtins, from the form of C to the short form that Clang reads: a letter or a few
//! for each type, the result first.

use tablewright_text::append;

/// Types with their letters.
const TYPES: [(&str, &str); 32] = [
    ("...", "."),
    ("FILE", "P"),
    ("SEL", "H"),
    ("_Float16", "x"),
    ("__builtin_va_list", "a"),
    ("__builtin_va_list_ref", "A"),
    ("__float128", "LLd"),
    ("__fp16", "h"),
    ("__int128_t", "LLLi"),
    ("bool", "b"),
    ("char", "c"),
    ("constant_CFString", "F"),
    ("double", "d"),
    ("float", "f"),
    ("id", "G"),
    ("int", "i"),
    ("int32_t", "Zi"),
    ("int64_t", "Wi"),
    ("jmp_buf", "J"),
    ("msint32_t", "Ni"),
    ("msuint32_t", "UNi"),
    ("objc_super", "M"),
    ("pid_t", "p"),
    ("ptrdiff_t", "Y"),
    ("short", "s"),
    ("sigjmp_buf", "SJ"),
    ("size_t", "z"),
    ("ucontext_t", "K"),
    ("uint32_t", "UZi"),
    ("uint64_t", "UWi"),
    ("void", "v"),
    ("wchar_t", "w"),
];

/// The suffixes of a type, in the order in which they are tried.
const BEHIND: [(&str, char); 5] =
    [("*", '*'), ("const", 'C'), ("volatile", 'D'), ("restrict", 'R'), ("&", '&')];

/// The prefixes of a type, in the order in which they are tried.
const BEFORE: [(&str, char); 4] =
    [("long", 'L'), ("unsigned", 'U'), ("_Complex", 'X'), ("_Constant", 'I')];

const VECTOR: &str = "_ExtVector";

/// The short form of `prototype`, in which `substitution` stands for the type `T`.
pub(super) fn short_form(prototype: &str, substitution: Option<&str>) -> Result<String, String> {
    let mut short = String::new();
    let prototype = trim(prototype);
    let result = prototype.split('(').next().unwrap_or_default();
    push_type(&mut short, result, substitution)?;
    let parameters = prototype.get(result.len() + 1..).unwrap_or_default().strip_suffix(')');
    let mut rest = parameters.ok_or("Expected closing brace at end of prototype")?;
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        if rest.is_empty() {
            return Ok(short);
        }
        // The comma within a vector divides no parameters.
        let (parameter, after) = if rest.strip_prefix(VECTOR).is_some_and(|r| r.starts_with('<')) {
            rest.split_at(rest.find('>').map_or(0, |end| end + 1))
        } else {
            rest.split_at(rest.find(',').unwrap_or(rest.len()))
        };
        push_type(&mut short, parameter, substitution)?;
        rest = after;
    }
}

fn push_type(short: &mut String, ty: &str, substitution: Option<&str>) -> Result<(), String> {
    let mut rest = ty;
    let mut substitution = substitution;
    let mut suffixes = Vec::new();
    loop {
        rest = trim(rest);
        let suffix = BEHIND.iter().find_map(|(text, c)| Some((rest.strip_suffix(text)?, *c)));
        let prefix = BEFORE.iter().find_map(|(text, c)| Some((rest.strip_prefix(text)?, *c)));
        // Suffixes come first: `*` and its qualifiers apply to all that stands before them.
        if let Some((inner, letter)) = suffix {
            suffixes.push(letter);
            rest = inner;
        } else if let Some((inner, letter)) = prefix {
            short.push(letter);
            rest = inner;
        } else if rest.starts_with('T') {
            // `T` is substituted once: the type that stands for it is no template itself.
            rest = substitution.take().ok_or("Not a template")?;
        } else if let Some(vector) = rest.strip_prefix(VECTOR) {
            rest = push_vector(short, vector)?;
        } else {
            let listed = TYPES.iter().find(|(name, _)| *name == rest);
            let (_, letters) = listed.ok_or_else(|| format!("Unknown Type: {rest}"))?;
            short.push_str(letters);
            // Read from the outside in, written from the inside out.
            short.extend(suffixes.into_iter().rev());
            return Ok(());
        }
    }
}

/// Writes the number of elements in `<8, type>` and returns the type.
fn push_vector<'p>(short: &mut String, vector: &'p str) -> Result<&'p str, &'static str> {
    let inside = vector.strip_prefix('<').ok_or("Expected '<' after '_ExtVector'")?;
    let digits = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (lanes, rest) = inside.split_at(digits);
    let lanes: u64 = lanes.parse().map_err(|_| "Expected number of lanes after '_ExtVector<'")?;
    append!(short, "E", lanes);
    let rest =
        rest.strip_prefix(',').ok_or("Expected ',' after number of lanes in '_ExtVector<'")?;
    rest.strip_suffix('>').ok_or("Expected '>' after scalar type in '_ExtVector<N, type>'")
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(prototypes: &[&str], substitution: Option<&str>, expected: Expect) {
        let forms: String = prototypes
            .iter()
            .map(|prototype| match short_form(prototype, substitution) {
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
