//! SVE types: vectors whose length the processor determines, predicates, scalars and pointers.

use tablewright_records::{Feature, RecordStore};
use tablewright_text::{Append, TextSink, append};

use crate::vector_intrinsics::type_string::{
    ElementCode, TypeString, TypeStringShape, TypeStringSign,
};

/// A type, specified by letters in a description.
#[doc(alias = "SVEType")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SveType {
    kind: SveTypeKind,
    /// Whether a predicate or count is unsigned. This is meaningless, but is part of type names.
    is_unsigned: bool,
    /// Whether it is `void` or a pointer to `void`. Intrinsic names contain the kind nevertheless.
    is_void: bool,
    is_immediate: bool,
    is_const: bool,
    is_pointer: bool,
    /// Whether a vector has a fixed length.
    is_fixed: bool,
    /// 0 for a scalar, 2 or more for a tuple.
    vectors: u8,
    /// Vector length in bits; for a scalable vector, its minimum.
    bits: u16,
    element_bits: u16,
    letters: LetterRules,
}

/// The effect of prototype letters on elements that are not integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LetterRules {
    /// Integer letters change the width of other elements, and sometimes their kind.
    KeepKind,
    /// Integer letters convert all elements to integers.
    SetKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum SveTypeKind {
    Float,
    Signed,
    Unsigned,
    BFloat,
    /// 8-bit floating-point numbers. A register contains their format.
    MFloat,
    /// The format register's value.
    Fpm,
    Count,
    Prefetch,
    Pattern,
    Predicate,
}

impl SveTypeKind {
    /// Changes an integer kind's sign to the sign of `integer`. Other kinds are unchanged.
    fn with_sign_of(self, integer: SveTypeKind, letters: LetterRules) -> SveTypeKind {
        match self {
            _ if letters == LetterRules::SetKind => integer,
            SveTypeKind::Signed | SveTypeKind::Unsigned => integer,
            SveTypeKind::Float
            | SveTypeKind::BFloat
            | SveTypeKind::MFloat
            | SveTypeKind::Fpm
            | SveTypeKind::Count
            | SveTypeKind::Prefetch
            | SveTypeKind::Pattern
            | SveTypeKind::Predicate => self,
        }
    }

    /// Changes the kind to `integer`, except for predicates and counts, which only change their
    /// width.
    fn as_integer(self, integer: SveTypeKind, letters: LetterRules) -> SveTypeKind {
        match self {
            _ if letters == LetterRules::SetKind => integer,
            SveTypeKind::Predicate | SveTypeKind::Count => self,
            SveTypeKind::Float
            | SveTypeKind::Signed
            | SveTypeKind::Unsigned
            | SveTypeKind::BFloat
            | SveTypeKind::MFloat
            | SveTypeKind::Fpm
            | SveTypeKind::Prefetch
            | SveTypeKind::Pattern => integer,
        }
    }
}

/// A prototype type: its letter, and the number of vectors.
#[derive(Clone, Copy)]
pub(super) struct Modifier {
    letter: char,
    vectors: u8,
}

/// Parses a prototype's types.
pub(super) fn modifiers(prototype: &str) -> Result<Vec<Modifier>, String> {
    let mut modifiers = Vec::new();
    let mut letters = prototype.chars().peekable();
    while let Some(letter) = letters.next() {
        let vectors = match letter {
            '2' => 2,
            '3' => 3,
            '4' => 4,
            _ => {
                modifiers.push(Modifier { letter, vectors: 1 });
                continue;
            }
        };
        // `2` is two vectors of the type itself, `2.x` two vectors of another type.
        let letter = match letters.next_if_eq(&'.') {
            None => 'd',
            Some(_) => letters.next().ok_or_else(|| format!("'{prototype}' ends in '.'"))?,
        };
        modifiers.push(Modifier { letter, vectors });
    }
    Ok(modifiers)
}

impl LetterRules {
    pub(super) fn new(store: &RecordStore) -> LetterRules {
        if store.release().has(Feature::SveLettersSetKind) {
            LetterRules::SetKind
        } else {
            LetterRules::KeepKind
        }
    }
}

impl LetterRules {
    /// Returns the number of LLVM intrinsic arguments for `operands`, as counted in flags.
    pub(super) fn argument_number(self, operands: &[Modifier]) -> u64 {
        let count = |operand: &Modifier| match self {
            // As in the reference release, tuples of 3 and 4 vectors count as a single argument.
            LetterRules::SetKind if operand.vectors == 2 => 2,
            LetterRules::SetKind | LetterRules::KeepKind => 1,
        };
        operands.iter().map(count).sum()
    }
}

impl SveType {
    /// Creates a vector of `kind`, for example signed integers.
    pub(super) const fn vector(kind: SveTypeKind, element_bits: u16) -> SveType {
        SveType {
            kind,
            is_unsigned: matches!(kind, SveTypeKind::Unsigned),
            is_void: false,
            is_immediate: false,
            is_const: false,
            is_pointer: false,
            is_fixed: false,
            vectors: 1,
            bits: 128,
            element_bits,
            letters: LetterRules::KeepKind,
        }
    }

    /// Sets the letter rules.
    pub(crate) fn with_letters(self, letters: LetterRules) -> SveType {
        SveType { letters, ..self }
    }

    /// Applies a prototype modifier to this vector.
    pub(super) fn modified(self, modifier: Modifier) -> Result<SveType, String> {
        let mut ty = self.with_vectors(modifier.vectors);
        ty.modify(modifier.letter)?;
        Ok(ty)
    }

    /// Applies a prototype letter to this vector.
    pub(super) fn with_letter(self, letter: char) -> Result<SveType, String> {
        self.modified(Modifier { letter, vectors: 1 })
    }

    /// Parses the element type `spec`. Returns a vector.
    pub(crate) fn from_spec(spec: &str) -> Result<SveType, String> {
        let mut kind = None;
        let mut is_unsigned = false;
        let mut element_bits = 0;
        for letter in spec.chars() {
            let (only, bits) = match letter {
                'Q' => (Some(SveTypeKind::Count), 0),
                'P' => (Some(SveTypeKind::Predicate), 0),
                'U' => (Some(SveTypeKind::Unsigned), 0),
                'c' => (None, 8),
                's' => (None, 16),
                'i' => (None, 32),
                'l' => (None, 64),
                'q' => (None, 128),
                'h' => (Some(SveTypeKind::Float), 16),
                'f' => (Some(SveTypeKind::Float), 32),
                'd' => (Some(SveTypeKind::Float), 64),
                'b' => (Some(SveTypeKind::BFloat), 16),
                'm' => (Some(SveTypeKind::MFloat), 8),
                _ => return Err(format!("'{letter}' in '{spec}' is not a type")),
            };
            // The first kind is used, but a predicate may also have a sign.
            kind = match (kind, only) {
                (
                    Some(SveTypeKind::Unsigned),
                    Some(SveTypeKind::Predicate | SveTypeKind::Count),
                ) => only,
                _ => kind.or(only).or(Some(SveTypeKind::Signed)),
            };
            is_unsigned |= letter == 'U';
            element_bits = bits;
        }
        let kind = kind.ok_or_else(|| "the element type is missing".to_owned())?;
        Ok(SveType { is_unsigned, ..SveType::vector(kind, element_bits) })
    }

    fn modify(&mut self, letter: char) -> Result<(), String> {
        match letter {
            'e' | 'b' | 'g' | '[' | 'z' | 'f' | '@' | 'L' | 'E'..='G' | 'W'..='Y' => {
                self.is_unsigned = true;
            }
            'x' | 'y' | 't' | 'P' | 'K' | '}' | 'A'..='D' | 'S'..='U' => self.is_unsigned = false,
            _ => {}
        }
        let (own, bits) = (self.kind, self.element_bits);
        let signed = own.as_integer(SveTypeKind::Signed, self.letters);
        let unsigned = own.as_integer(SveTypeKind::Unsigned, self.letters);
        (self.kind, self.element_bits) = match letter {
            'd' | '{' => (own, bits),
            'e' => (own.with_sign_of(SveTypeKind::Unsigned, self.letters), bits / 2),
            'y' => (own.with_sign_of(SveTypeKind::Signed, self.letters), bits / 2),
            'h' => (own, bits / 2),
            'q' => (own, bits / 4),
            'b' => (unsigned, bits / 4),
            'o' => (own, bits * 4),
            'P' => (SveTypeKind::Predicate, 1),
            'u' => (SveTypeKind::Unsigned, bits),
            'x' => (SveTypeKind::Signed, bits),
            'w' => (own, 64),
            'g' => (unsigned, 64),
            '[' => (unsigned, 8),
            't' => (signed, 32),
            'z' => (unsigned, 32),
            'O' => (SveTypeKind::Float, 16),
            'M' => (SveTypeKind::Float, 32),
            'N' => (SveTypeKind::Float, 64),
            '$' => (SveTypeKind::BFloat, 16),
            '#' => (SveTypeKind::Signed, 64),
            '~' => (SveTypeKind::MFloat, 8),
            '}' => (SveTypeKind::Count, bits),
            _ => return self.modify_to_scalar(letter),
        };
        match letter {
            'P' => self.bits = 16,
            '{' => (self.is_fixed, self.vectors) = (true, 1),
            '}' => self.vectors = 0,
            _ => {}
        }
        Ok(())
    }

    /// Applies letters for scalars and pointers.
    fn modify_to_scalar(&mut self, letter: char) -> Result<(), String> {
        let (own, bits) = (self.kind, self.element_bits);
        let signed = own.with_sign_of(SveTypeKind::Signed, self.letters);
        let unsigned = own.with_sign_of(SveTypeKind::Unsigned, self.letters);
        (self.kind, self.element_bits) = match letter {
            'v' | 's' | 'a' | 'c' | 'p' | 'Q' | '%' => (own, bits),
            'R' => (own, bits / 2),
            'r' => (own, bits / 4),
            '@' => (own.as_integer(SveTypeKind::Unsigned, self.letters), bits / 4),
            'K' => (own.as_integer(SveTypeKind::Signed, self.letters), bits),
            'L' => (own.as_integer(SveTypeKind::Unsigned, self.letters), bits),
            '!' => (SveTypeKind::MFloat, 8),
            '>' => (SveTypeKind::Fpm, 64),
            'j' => (own, 64),
            'f' => (unsigned, 64),
            'n' | 'i' => (SveTypeKind::Unsigned, 64),
            'k' => (SveTypeKind::Signed, 32),
            'l' => (SveTypeKind::Signed, 64),
            'm' => (SveTypeKind::Unsigned, 32),
            'I' => (SveTypeKind::Pattern, 32),
            'J' => (SveTypeKind::Prefetch, 32),
            'A' | 'S' => (signed, 8),
            'B' | 'T' => (signed, 16),
            'C' | 'U' => (signed, 32),
            'D' => (signed, 64),
            'E' | 'W' => (unsigned, 8),
            'F' | 'X' => (unsigned, 16),
            'G' | 'Y' => (unsigned, 32),
            _ => return Err(format!("'{letter}' is not a prototype type")),
        };
        self.vectors = 0;
        self.is_void = matches!(letter, 'v' | 'Q' | '%');
        self.is_immediate = matches!(letter, 'i' | 'I' | 'J');
        self.is_const = matches!(letter, 'c' | 'Q' | 'S' | 'T' | 'U' | 'W' | 'X' | 'Y');
        self.is_pointer = self.is_const || matches!(letter, 'p' | '%' | 'A'..='G');
        Ok(())
    }

    /// Returns a tuple of vectors with this type.
    pub(crate) fn with_vectors(self, vectors: u8) -> SveType {
        SveType { vectors, ..self }
    }

    pub(super) fn is_immediate(&self) -> bool {
        self.is_immediate
    }

    pub(super) fn is_mfloat(&self) -> bool {
        self.kind == SveTypeKind::MFloat
    }

    pub(super) fn kind(&self) -> SveTypeKind {
        self.kind
    }

    pub(super) fn element_bits(&self) -> u32 {
        u32::from(self.element_bits)
    }

    /// Whether the name of a predicate or count indicates that it is unsigned.
    fn shows_sign(&self) -> bool {
        self.is_unsigned && self.letters == LetterRules::KeepKind
    }

    /// Returns the shortest vector's element count.
    fn elements(&self) -> u32 {
        if self.kind == SveTypeKind::Predicate && self.letters == LetterRules::SetKind {
            // A predicate has a bit for each vector byte.
            return 16;
        }
        u32::from(self.bits.checked_div(self.element_bits).unwrap_or(0))
    }

    /// Returns the element width in the type name.
    fn named_bits(&self) -> u32 {
        match self.kind {
            SveTypeKind::BFloat if self.letters == LetterRules::SetKind => 16,
            SveTypeKind::MFloat => 8,
            SveTypeKind::BFloat
            | SveTypeKind::Float
            | SveTypeKind::Signed
            | SveTypeKind::Unsigned
            | SveTypeKind::Fpm
            | SveTypeKind::Count
            | SveTypeKind::Prefetch
            | SveTypeKind::Pattern
            | SveTypeKind::Predicate => self.element_bits(),
        }
    }

    /// Returns the type in intrinsic names: `u32`.
    pub(crate) fn suffix(self) -> Suffix {
        Suffix(self)
    }

    /// Returns the builtin type.
    ///
    /// # Errors
    /// A message, if Clang does not have such elements.
    pub(super) fn type_string(&self) -> Result<TypeString, String> {
        let is_scalar = self.vectors == 0;
        if self.is_void && !self.is_pointer {
            return Ok(TypeString::scalar(ElementCode::VOID));
        }
        // Clang does not have pointers to these.
        if self.kind == SveTypeKind::Count {
            return Ok(TypeString::scalar(ElementCode::SVE_COUNT));
        }
        if self.kind == SveTypeKind::Predicate && is_scalar {
            return Ok(TypeString::scalar(ElementCode::BOOL));
        }
        let elements = self.elements() * u32::from(self.vectors);
        Ok(TypeString {
            shape: match (is_scalar, self.is_fixed) {
                (true, _) => TypeStringShape::Scalar,
                (false, true) => TypeStringShape::Fixed(elements),
                (false, false) => TypeStringShape::Scalable(elements),
            },
            is_immediate: is_scalar && self.is_immediate,
            element: self.element_code()?,
            is_const: self.is_const,
            is_pointer: self.is_pointer,
        })
    }

    fn element_code(&self) -> Result<ElementCode, String> {
        let bits = self.element_bits();
        let is_unsigned = self.kind == SveTypeKind::Unsigned
            || self.kind == SveTypeKind::Predicate && self.shows_sign();
        let sign = if is_unsigned {
            TypeStringSign::Unsigned
        } else if bits == 8 || self.is_pointer {
            TypeStringSign::Signed
        } else {
            TypeStringSign::Default
        };
        let code = match self.kind {
            _ if self.is_void => Some(ElementCode::VOID),
            SveTypeKind::Prefetch | SveTypeKind::Pattern => Some(ElementCode::INT),
            SveTypeKind::BFloat => Some(ElementCode::BFLOAT),
            SveTypeKind::MFloat => Some(ElementCode::MFLOAT8),
            SveTypeKind::Fpm => ElementCode::integer(TypeStringSign::Unsigned, 64),
            SveTypeKind::Float => ElementCode::float(bits, ElementCode::HALF),
            SveTypeKind::Predicate if bits == 1 || self.letters == LetterRules::SetKind => {
                Some(ElementCode::BOOL)
            }
            SveTypeKind::Signed | SveTypeKind::Unsigned | SveTypeKind::Predicate => {
                ElementCode::integer(sign, bits)
            }
            SveTypeKind::Count => None,
        };
        code.ok_or_else(|| format!("no element type has {bits} bits"))
    }
}

/// The C type name.
impl Append for SveType {
    fn append_to(&self, out: &mut impl TextSink) {
        let is_scalable = self.vectors > 0 && !self.is_fixed;
        let kind = match self.kind {
            SveTypeKind::Prefetch => return out.push_str("enum svprfop"),
            SveTypeKind::Pattern => return out.push_str("enum svpattern"),
            _ if self.is_void => "void",
            SveTypeKind::Count => "count",
            SveTypeKind::Predicate => "bool",
            SveTypeKind::BFloat => "bfloat",
            SveTypeKind::MFloat => "mfloat",
            SveTypeKind::Fpm => "fpm",
            SveTypeKind::Float => "float",
            SveTypeKind::Signed => "int",
            SveTypeKind::Unsigned => "uint",
        };
        let is_predicate = matches!(self.kind, SveTypeKind::Count | SveTypeKind::Predicate);
        let is_count = self.kind == SveTypeKind::Count && !self.is_void;
        append!(out, if is_scalable || is_count { "sv" } else { "" });
        append!(
            out,
            if is_predicate && self.shows_sign() && !self.is_void { "u" } else { "" },
            kind
        );
        if !self.is_void && !is_predicate && self.kind != SveTypeKind::Fpm {
            append!(out, self.named_bits());
        }
        if self.vectors > 0 && self.is_fixed {
            append!(out, "x", self.elements());
        }
        if self.vectors > 1 {
            append!(out, "x", u32::from(self.vectors));
        }
        let is_scalar_predicate = self.kind == SveTypeKind::Predicate && self.vectors == 0;
        if !is_scalar_predicate && !self.is_void {
            out.push_str("_t");
        }
        if self.is_const {
            out.push_str(" const");
        }
        if self.is_pointer {
            out.push_str(" *");
        }
    }
}

/// A type in intrinsic names.
pub(crate) struct Suffix(SveType);

impl Append for Suffix {
    fn append_to(&self, out: &mut impl TextSink) {
        let letters = match self.0.kind {
            SveTypeKind::Signed | SveTypeKind::Prefetch | SveTypeKind::Pattern => "s",
            SveTypeKind::Unsigned | SveTypeKind::Fpm => "u",
            SveTypeKind::MFloat => "mf",
            SveTypeKind::Count => "c",
            SveTypeKind::Predicate => "b",
            SveTypeKind::BFloat => "bf",
            SveTypeKind::Float => "f",
        };
        append!(out, letters, self.0.element_bits());
    }
}

impl Modifier {
    pub(super) fn letter(self) -> char {
        self.letter
    }

    /// Whether an operand is a scalar that is converted to a vector.
    pub(super) fn is_splat(self) -> bool {
        matches!(self.letter, 'a' | 'j' | 'f' | 'r' | 'K' | 'L' | 'R' | '@' | '!')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector_intrinsics::summary::text_of;
    use expect_test::{Expect, expect};

    /// Prints the types of prototypes, each in C and as a type string.
    fn check(prototypes: &[(&str, &str)], expected: Expect) {
        let mut text = String::new();
        for &(spec, prototype) in prototypes {
            append!(&mut text, spec, " ", prototype, ":");
            let base = SveType::from_spec(spec).expect("specifications are right");
            for modifier in modifiers(prototype).expect("prototypes are right") {
                match base.modified(modifier) {
                    Ok(ty) => {
                        let string = ty.type_string().map_or_else(|error| error, text_of);
                        append!(&mut text, " ", ty, " ", &string[..], ";");
                    }
                    Err(message) => append!(&mut text, " error: ", message, ";"),
                }
            }
            text.push('\n');
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn a_letter_changes_the_element_type() {
        check(
            &[("Us", "dhwxP"), ("f", "dxhM"), ("Pc", "dh"), ("b", "d$")],
            expect![[r#"
            Us dhwxP: svuint16_t q8Us; svuint8_t q16Uc; svuint64_t q2UWi; svint16_t q8s; svbool_t q16b;
            f dxhM: svfloat32_t q4f; svint32_t q4i; svfloat16_t q8h; svfloat32_t q4f;
            Pc dh: svbool_t q16Sc; svbool_t no element type has 4 bits;
            b d$: svbfloat16_t q8y; svbfloat16_t q8y;
        "#]],
        );
    }

    #[test]
    fn scalars_and_pointers_have_letters_of_their_own() {
        check(
            &[("i", "sapcvkjI"), ("Uc", "ScQ%")],
            expect![[r#"
            i sapcvkjI: int32_t i; int32_t i; int32_t * Si*; int32_t const * SiC*; void v; int32_t i; int64_t Wi; enum svpattern Ii;
            Uc ScQ%: int8_t const * ScC*; uint8_t const * UcC*; void const * vC*; void * v*;
        "#]],
        );
    }

    #[test]
    fn a_number_makes_a_tuple() {
        check(
            &[("s", "2"), ("l", "4.u3.d"), ("Qc", "}")],
            expect![[r#"
            s 2: svint16x2_t q16s;
            l 4.u3.d: svuint64x4_t q8UWi; svint64x3_t q6Wi;
            Qc }: svcount_t Qa;
        "#]],
        );
    }

    #[test]
    fn elements_that_clang_lacks_have_no_type_string() {
        check(
            &[("c", "hq"), ("h", "h"), ("i", "?")],
            expect![[r#"
            c hq: svint4_t no element type has 4 bits; svint2_t no element type has 2 bits;
            h h: svfloat8_t no element type has 8 bits;
            i ?: error: '?' is not a prototype type;
        "#]],
        );
    }
}
