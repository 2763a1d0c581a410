//! SVE types: vectors whose length the processor determines, predicates, scalars and pointers.

use tablewright_records::{Feature, RecordStore};
use tablewright_text::{Append, TextSink, append};

use crate::vector_intrinsics::c_type::{
    CType, Element, ElementKind, ShortForm, TypeString, TypeStringForm, VectorLength,
};

/// A type, specified by letters in a description.
#[doc(alias = "SVEType")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SveType {
    element: Element,
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
    bits: u32,
    letters: LetterRules,
}

const INTEGERS: [ElementKind; 2] = [ElementKind::Signed, ElementKind::Unsigned];

/// The effect of prototype letters on elements that are not integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LetterRules {
    /// Integer letters change the width of other elements, and sometimes their kind.
    KeepKind,
    /// Integer letters convert all elements to integers.
    SetKind,
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
    pub(super) const fn vector(kind: ElementKind, element_bits: u32) -> SveType {
        SveType {
            element: Element::new(kind, element_bits),
            is_unsigned: matches!(kind, ElementKind::Unsigned),
            is_void: false,
            is_immediate: false,
            is_const: false,
            is_pointer: false,
            is_fixed: false,
            vectors: 1,
            bits: 128,
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
        let mut element = Element::VOID;
        for letter in spec.chars() {
            element = Element::new(ElementKind::Signed, 0);
            match letter {
                'Q' => element.kind = ElementKind::Count,
                'P' => element.kind = ElementKind::Predicate,
                'U' => element.kind = ElementKind::Unsigned,
                'q' => element.bits = 128,
                _ if element.set_letter(letter) => {}
                _ => return Err(format!("'{letter}' in '{spec}' is not a type")),
            }
            // The first kind is used, but a predicate may also have a sign.
            let is_predicate = matches!(element.kind, ElementKind::Predicate | ElementKind::Count);
            if kind.is_none() || kind == Some(ElementKind::Unsigned) && is_predicate {
                kind = Some(element.kind);
            }
            is_unsigned |= letter == 'U';
        }
        let kind = kind.ok_or_else(|| "the element type is missing".to_owned())?;
        Ok(SveType { is_unsigned, ..SveType::vector(kind, element.bits) })
    }

    fn modify(&mut self, letter: char) -> Result<(), String> {
        match letter {
            'e' | 'b' | 'g' | '[' | 'z' | 'f' | '@' | 'L' | 'E'..='G' | 'W'..='Y' => {
                self.is_unsigned = true;
            }
            'x' | 'y' | 't' | 'P' | 'K' | '}' | 'A'..='D' | 'S'..='U' => self.is_unsigned = false,
            _ => {}
        }
        let Element { kind: own, bits } = self.element;
        let [signed, unsigned] = INTEGERS.map(|kind| self.as_integer(kind));
        let [own_signed, own_unsigned] = INTEGERS.map(|kind| self.with_sign(kind));
        let (kind, element_bits) = match letter {
            'd' | '{' => (own, bits),
            'e' => (own_unsigned, bits / 2),
            'y' => (own_signed, bits / 2),
            'h' => (own, bits / 2),
            'q' => (own, bits / 4),
            'b' => (unsigned, bits / 4),
            'o' => (own, bits * 4),
            'P' => (ElementKind::Predicate, 1),
            'u' => (ElementKind::Unsigned, bits),
            'x' => (ElementKind::Signed, bits),
            'w' => (own, 64),
            'g' => (unsigned, 64),
            '[' => (unsigned, 8),
            't' => (signed, 32),
            'z' => (unsigned, 32),
            'O' => (ElementKind::Float, 16),
            'M' => (ElementKind::Float, 32),
            'N' => (ElementKind::Float, 64),
            '$' => (ElementKind::BFloat, 16),
            '#' => (ElementKind::Signed, 64),
            '~' => (ElementKind::MFloat, 8),
            '}' => (ElementKind::Count, bits),
            _ => return self.modify_to_scalar(letter),
        };
        self.element = Element::new(kind, element_bits);
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
        let Element { kind: own, bits } = self.element;
        let [signed, unsigned] = INTEGERS.map(|kind| self.with_sign(kind));
        let (kind, element_bits) = match letter {
            'v' | 's' | 'a' | 'c' | 'p' | 'Q' | '%' => (own, bits),
            'R' => (own, bits / 2),
            'r' => (own, bits / 4),
            '@' => (self.as_integer(ElementKind::Unsigned), bits / 4),
            'K' => (self.as_integer(ElementKind::Signed), bits),
            'L' => (self.as_integer(ElementKind::Unsigned), bits),
            '!' => (ElementKind::MFloat, 8),
            '>' => (ElementKind::Fpm, 64),
            'j' => (own, 64),
            'f' => (unsigned, 64),
            'n' | 'i' => (ElementKind::Unsigned, 64),
            'k' => (ElementKind::Signed, 32),
            'l' => (ElementKind::Signed, 64),
            'm' => (ElementKind::Unsigned, 32),
            'I' => (ElementKind::Pattern, 32),
            'J' => (ElementKind::Prefetch, 32),
            'A' | 'S' => (signed, 8),
            'B' | 'T' => (signed, 16),
            'C' | 'U' => (signed, 32),
            'D' => (signed, 64),
            'E' | 'W' => (unsigned, 8),
            'F' | 'X' => (unsigned, 16),
            'G' | 'Y' => (unsigned, 32),
            _ => return Err(format!("'{letter}' is not a prototype type")),
        };
        self.element = Element::new(kind, element_bits);
        self.vectors = 0;
        self.is_void = matches!(letter, 'v' | 'Q' | '%');
        self.is_immediate = matches!(letter, 'i' | 'I' | 'J');
        self.is_const = matches!(letter, 'c' | 'Q' | 'S' | 'T' | 'U' | 'W' | 'X' | 'Y');
        self.is_pointer = self.is_const || matches!(letter, 'p' | '%' | 'A'..='G');
        Ok(())
    }

    /// Returns `integer` for integers, and otherwise the kind.
    fn with_sign(&self, integer: ElementKind) -> ElementKind {
        let is_integer = INTEGERS.contains(&self.element.kind);
        if is_integer || self.letters == LetterRules::SetKind { integer } else { self.element.kind }
    }

    /// Returns `integer`; for predicates and counts, the kind.
    fn as_integer(&self, integer: ElementKind) -> ElementKind {
        let is_set = !self.is_predicate() || self.letters == LetterRules::SetKind;
        if is_set { integer } else { self.element.kind }
    }

    fn is_predicate(&self) -> bool {
        matches!(self.element.kind, ElementKind::Predicate | ElementKind::Count)
    }

    /// Returns a tuple of vectors with this type.
    pub(crate) fn with_vectors(self, vectors: u8) -> SveType {
        SveType { vectors, ..self }
    }

    pub(super) fn is_immediate(&self) -> bool {
        self.is_immediate
    }

    pub(super) fn element(&self) -> Element {
        self.element
    }

    /// Returns the type in intrinsic names: `u32`.
    pub(crate) fn suffix(self) -> ShortForm {
        self.element.short("s")
    }

    fn c_type(&self) -> CType {
        let mut element = self.element;
        let sets_kind = self.letters == LetterRules::SetKind;
        let shows_sign = self.is_unsigned && !sets_kind;
        // A predicate has a bit for each vector byte.
        let is_bits = element.kind == ElementKind::Predicate && sets_kind;
        let elements = if is_bits { 16 } else { self.bits.checked_div(element.bits).unwrap_or(0) };
        element = match (element.kind, self.vectors) {
            _ if self.is_void => Element::VOID,
            (ElementKind::BFloat, _) if sets_kind => Element::new(ElementKind::BFloat, 16),
            (ElementKind::MFloat, _) => Element::new(ElementKind::MFloat, 8),
            (ElementKind::Count, _) if shows_sign => Element::new(ElementKind::UnsignedCount, 0),
            (ElementKind::Predicate, vectors) => Element {
                kind: if shows_sign { ElementKind::UnsignedPredicate } else { element.kind },
                bits: if sets_kind || vectors == 0 { 1 } else { element.bits },
            },
            _ => element,
        };
        let length = match (self.vectors, self.is_fixed) {
            (0, _) => VectorLength::Scalar,
            (_, true) => VectorLength::Fixed(elements),
            (_, false) => VectorLength::Scalable(elements),
        };
        let SveType { is_immediate, is_const, is_pointer, .. } = *self;
        let vectors = u32::from(self.vectors.max(1));
        CType { element, length, vectors, is_immediate, is_const, is_pointer }
    }

    /// Returns the builtin type.
    ///
    /// # Errors
    /// A message, if Clang does not have such elements.
    pub(super) fn type_string(&self) -> Result<TypeString, String> {
        let mut ty = self.c_type();
        let is_bits = self.element.kind == ElementKind::Count || self.vectors == 0;
        if self.is_predicate() && is_bits && (self.is_pointer || !self.is_void) {
            // Clang does not have pointers to these.
            ty = CType::scalar(Element::new(self.element.kind, 1));
        }
        let string = ty.type_string(TypeStringForm::Arm);
        string.ok_or_else(|| format!("no element type has {} bits", self.element.bits))
    }
}

/// The C type name.
impl Append for SveType {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.c_type());
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
