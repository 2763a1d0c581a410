//! C types for all families: C names, short forms for intrinsic names, and type strings.
//!
//! A type string is Clang's code for a builtin type. `q16Sc` is a scalable vector of at least 16
//! signed characters, `UiC*` a pointer to constant `unsigned int`s.
//! `clang/include/clang/Basic/Builtins.def` describes the codes.

use tablewright_text::{Append, TextSink, append};

/// An element kind, or a scalar that cannot be an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ElementKind {
    Void,
    Signed,
    Unsigned,
    Float,
    BFloat,
    /// 8-bit floating-point numbers. A register contains their format.
    MFloat,
    /// 8-bit floating-point numbers with a 4-bit exponent.
    Float8E4M3,
    /// 8-bit floating-point numbers with a 5-bit exponent.
    Float8E5M2,
    /// Polynomials over the field with two elements.
    Poly,
    /// The format register's value.
    Fpm,
    /// A bit for each vector element.
    Predicate,
    /// `svubool_t`: a predicate with an unsigned element, in releases in which letters select only the sign.
    UnsignedPredicate,
    /// A predicate as an element count.
    Count,
    /// `svucount_t`: the same for counts.
    UnsignedCount,
    /// The enumerations `svpattern` and `svprfop`.
    Pattern,
    Prefetch,
    /// `size_t`, `ptrdiff_t`, `unsigned long` and `long`.
    Size,
    Ptrdiff,
    UnsignedLong,
    Long,
}

/// A vector element or a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Element {
    pub(super) kind: ElementKind,
    pub(super) bits: u32,
}

/// A C type: a scalar, a vector, a structure of vectors, or a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CType {
    pub(super) element: Element,
    pub(super) length: VectorLength,
    /// 2 or more for a structure.
    pub(super) vectors: u32,
    /// Whether arguments must be constants.
    pub(super) is_immediate: bool,
    pub(super) is_const: bool,
    pub(super) is_pointer: bool,
}

/// The number of elements in a vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum VectorLength {
    Scalar,
    Fixed(u32),
    /// The minimum number.
    Scalable(u32),
}

/// The convention for type strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeStringForm {
    /// Integers are explicitly signed if they have 8 bits. 16-bit floating-point numbers are
    /// `__fp16`. A structure is a longer vector.
    Arm,
    /// Integers are always explicitly signed. 16-bit floating-point numbers are `_Float16`. A
    /// structure is a tuple.
    RiscV,
}

/// A type with a type string.
#[derive(Clone, Copy)]
pub(super) struct TypeString {
    ty: CType,
    form: TypeStringForm,
    sign: &'static str,
    letters: &'static str,
}

/// Splits a string into type specifications. Each is a lower-case letter after its modifiers.
pub(super) fn type_specs(text: &str) -> impl Iterator<Item = &str> {
    // Text after the last letter is ignored.
    let specs = text.split_inclusive(|letter: char| letter.is_ascii_lowercase());
    specs.filter(|spec| spec.ends_with(|letter: char| letter.is_ascii_lowercase()))
}

impl ElementKind {
    /// Returns the kind in intrinsic names. `signed` is the letter for signed integers.
    pub(super) fn letters(self, signed: &'static str) -> &'static str {
        match self {
            ElementKind::Unsigned | ElementKind::Fpm => "u",
            ElementKind::Float => "f",
            ElementKind::BFloat => "bf",
            ElementKind::MFloat => "mf",
            ElementKind::Poly => "p",
            ElementKind::Predicate | ElementKind::UnsignedPredicate => "b",
            ElementKind::Count | ElementKind::UnsignedCount => "c",
            ElementKind::Float8E4M3 => "f8e4m3",
            ElementKind::Float8E5M2 => "f8e5m2",
            ElementKind::Signed
            | ElementKind::Void
            | ElementKind::Pattern
            | ElementKind::Prefetch
            | ElementKind::Size
            | ElementKind::Ptrdiff
            | ElementKind::UnsignedLong
            | ElementKind::Long => signed,
        }
    }

    /// Whether the Open Compute Project specifies the format.
    pub(super) fn is_ocp_format(self) -> bool {
        matches!(self, ElementKind::Float8E4M3 | ElementKind::Float8E5M2)
    }
}

impl Element {
    pub(super) const VOID: Element = Element::new(ElementKind::Void, 0);

    pub(super) const fn new(kind: ElementKind, bits: u32) -> Element {
        Element { kind, bits }
    }

    /// Applies an element letter from Arm's descriptions. Letters for integers keep the kind.
    /// Returns whether there is such a letter.
    pub(super) fn set_letter(&mut self, letter: char) -> bool {
        let (kind, bits) = match letter {
            'c' => (self.kind, 8),
            's' => (self.kind, 16),
            'i' => (self.kind, 32),
            'l' => (self.kind, 64),
            'h' => (ElementKind::Float, 16),
            'f' => (ElementKind::Float, 32),
            'd' => (ElementKind::Float, 64),
            'b' => (ElementKind::BFloat, 16),
            'm' => (ElementKind::MFloat, 8),
            _ => return false,
        };
        *self = Element { kind, bits };
        true
    }

    /// Returns the short form in intrinsic names, for example `u8`. `signed` is the letter for
    /// signed integers.
    pub(crate) fn short(self, signed: &'static str) -> ShortForm {
        ShortForm { element: self, signed }
    }

    /// Returns the sign and the letters of the type string; `None` if Clang does not have a number
    /// with this width.
    fn type_string(
        self,
        form: TypeStringForm,
        is_pointer: bool,
    ) -> Option<(&'static str, &'static str)> {
        let signed = match form {
            TypeStringForm::Arm if self.bits != 8 && !is_pointer => "",
            TypeStringForm::Arm | TypeStringForm::RiscV => "S",
        };
        let integer = |sign| {
            let letters = match self.bits {
                8 => "c",
                16 => "s",
                32 => "i",
                64 => "Wi",
                128 => "LLLi",
                _ => return None,
            };
            Some((sign, letters))
        };
        let letters = match self.kind {
            ElementKind::Predicate | ElementKind::UnsignedPredicate if self.bits == 1 => "b",
            ElementKind::Signed | ElementKind::Predicate => return integer(signed),
            ElementKind::Unsigned | ElementKind::UnsignedPredicate | ElementKind::Poly => {
                return integer("U");
            }
            ElementKind::Float => match (self.bits, form) {
                (16, TypeStringForm::Arm) => "h",
                (16, TypeStringForm::RiscV) => "x",
                (32, _) => "f",
                (64, _) => "d",
                _ => return None,
            },
            ElementKind::Void => "v",
            ElementKind::BFloat => "y",
            ElementKind::MFloat => "m",
            ElementKind::Float8E4M3 => "a",
            ElementKind::Float8E5M2 => "b",
            ElementKind::Fpm => return Some(("U", "Wi")),
            ElementKind::Count | ElementKind::UnsignedCount => "Qa",
            ElementKind::Pattern | ElementKind::Prefetch => "i",
            ElementKind::Size => "z",
            ElementKind::Ptrdiff => "Y",
            ElementKind::UnsignedLong => return Some(("U", "Li")),
            ElementKind::Long => "Li",
        };
        Some(("", letters))
    }
}

/// The C name without the suffix: `int8`.
impl Append for Element {
    fn append_to(&self, out: &mut impl TextSink) {
        // Headers contain hundreds of thousands of type names. Frequent names are constants.
        let frequent = match (self.kind, self.bits) {
            (ElementKind::Float, 16) => "float16",
            (ElementKind::Float, 32) => "float32",
            (ElementKind::Float, 64) => "float64",
            (ElementKind::Signed, 8) => "int8",
            (ElementKind::Signed, 16) => "int16",
            (ElementKind::Signed, 32) => "int32",
            (ElementKind::Signed, 64) => "int64",
            (ElementKind::Unsigned, 8) => "uint8",
            (ElementKind::Unsigned, 16) => "uint16",
            (ElementKind::Unsigned, 32) => "uint32",
            (ElementKind::Unsigned, 64) => "uint64",
            _ => return self.append_slowly(out),
        };
        out.push_str(frequent);
    }
}

impl ElementKind {
    /// Returns the C name without the width and the suffix: `int`.
    pub(super) fn name(self) -> &'static str {
        match self {
            ElementKind::Void => "void",
            ElementKind::Fpm => "fpm",
            ElementKind::Predicate => "bool",
            ElementKind::UnsignedPredicate => "ubool",
            ElementKind::Count => "count",
            ElementKind::UnsignedCount => "ucount",
            ElementKind::Float8E4M3 => "float8e4m3",
            ElementKind::Float8E5M2 => "float8e5m2",
            ElementKind::Pattern => "enum svpattern",
            ElementKind::Prefetch => "enum svprfop",
            ElementKind::Size => "size",
            ElementKind::Ptrdiff => "ptrdiff",
            ElementKind::UnsignedLong => "unsigned long",
            ElementKind::Long => "long",
            ElementKind::Float => "float",
            ElementKind::Signed => "int",
            ElementKind::Unsigned => "uint",
            ElementKind::BFloat => "bfloat",
            ElementKind::MFloat => "mfloat",
            ElementKind::Poly => "poly",
        }
    }

    /// Whether the width follows in the C name.
    fn has_width(self) -> bool {
        matches!(
            self,
            ElementKind::Float
                | ElementKind::Signed
                | ElementKind::Unsigned
                | ElementKind::BFloat
                | ElementKind::MFloat
                | ElementKind::Poly
        )
    }
}

impl Element {
    fn append_slowly(self, out: &mut impl TextSink) {
        out.push_str(self.kind.name());
        if self.kind.has_width() {
            push_bits(self.bits, out);
        }
    }
}

/// Appends a width. Headers contain very many of them, so frequent widths are constants.
fn push_bits(bits: u32, out: &mut impl TextSink) {
    match bits {
        8 => out.push('8'),
        16 => out.push_str("16"),
        32 => out.push_str("32"),
        64 => out.push_str("64"),
        bits => append!(out, bits),
    }
}

/// An element in intrinsic names.
pub(crate) struct ShortForm {
    element: Element,
    signed: &'static str,
}

impl Append for ShortForm {
    fn append_to(&self, out: &mut impl TextSink) {
        let ShortForm { element: Element { kind, bits }, signed } = *self;
        out.push_str(kind.letters(signed));
        if !kind.is_ocp_format() {
            push_bits(bits, out);
        }
    }
}

impl CType {
    pub(super) const VOID: CType = CType::scalar(Element::VOID);

    pub(super) const fn scalar(element: Element) -> CType {
        CType {
            element,
            length: VectorLength::Scalar,
            vectors: 1,
            is_immediate: false,
            is_const: false,
            is_pointer: false,
        }
    }

    /// Whether the number of elements is known only when the program runs.
    #[inline]
    fn is_scalable(self) -> bool {
        matches!(self.length, VectorLength::Scalable(_))
            || matches!(self.element.kind, ElementKind::Count | ElementKind::UnsignedCount)
    }

    /// Returns the end of the C name. Words of C do not have one.
    #[inline]
    fn suffix(self) -> &'static str {
        match self.element.kind {
            ElementKind::Void
            | ElementKind::Pattern
            | ElementKind::Prefetch
            | ElementKind::UnsignedLong
            | ElementKind::Long => "",
            ElementKind::Predicate | ElementKind::UnsignedPredicate
                if self.length == VectorLength::Scalar =>
            {
                ""
            }
            ElementKind::Signed
            | ElementKind::Unsigned
            | ElementKind::Float
            | ElementKind::BFloat
            | ElementKind::MFloat
            | ElementKind::Float8E4M3
            | ElementKind::Float8E5M2
            | ElementKind::Poly
            | ElementKind::Fpm
            | ElementKind::Predicate
            | ElementKind::UnsignedPredicate
            | ElementKind::Count
            | ElementKind::UnsignedCount
            | ElementKind::Size
            | ElementKind::Ptrdiff => "_t",
        }
    }

    /// Returns the type string; `None` if Clang does not have such elements.
    pub(super) fn type_string(self, form: TypeStringForm) -> Option<TypeString> {
        let (sign, letters) = self.element.type_string(form, self.is_pointer)?;
        Some(TypeString { ty: self, form, sign, letters })
    }
}

/// The C name.
impl Append for CType {
    fn append_to(&self, out: &mut impl TextSink) {
        if self.is_scalable() {
            out.push_str("sv");
        }
        append!(out, self.element);
        if let VectorLength::Fixed(elements) = self.length {
            match elements {
                2 => out.push_str("x2"),
                4 => out.push_str("x4"),
                8 => out.push_str("x8"),
                16 => out.push_str("x16"),
                elements => append!(out, "x", elements),
            }
        }
        match self.vectors {
            0 | 1 => {}
            vectors => append!(out, "x", vectors),
        }
        out.push_str(self.suffix());
        if self.is_const {
            out.push_str(" const");
        }
        if self.is_pointer {
            out.push_str(" *");
        }
    }
}

impl Append for TypeString {
    fn append_to(&self, out: &mut impl TextSink) {
        let CType { length, vectors, is_immediate, is_const, is_pointer, .. } = self.ty;
        match (length, self.form) {
            (VectorLength::Scalar, _) => {}
            (VectorLength::Fixed(elements), _) => append!(out, "V", elements),
            (VectorLength::Scalable(elements), TypeStringForm::RiscV) if vectors > 1 => {
                append!(out, "T", vectors, "q", elements);
            }
            (VectorLength::Scalable(elements), _) => append!(out, "q", elements * vectors),
        }
        append!(out, if is_immediate { "I" } else { "" }, self.sign, self.letters);
        append!(out, if is_const { "C" } else { "" }, if is_pointer { "*" } else { "" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector_intrinsics::summary::text_of;
    use expect_test::{Expect, expect};

    const BYTE: Element = Element::new(ElementKind::Signed, 8);
    const WORD: Element = Element::new(ElementKind::Unsigned, 32);
    const HALF: Element = Element::new(ElementKind::Float, 16);

    fn vector(element: Element, length: VectorLength, vectors: u32) -> CType {
        CType { length, vectors, ..CType::scalar(element) }
    }

    /// Prints the name, and the type strings of Arm and RISC-V.
    fn check(ty: CType, expected: Expect) {
        let [arm, riscv] = [TypeStringForm::Arm, TypeStringForm::RiscV]
            .map(|form| ty.type_string(form).map_or_else(|| "none".to_owned(), text_of));
        expected.assert_eq(&format!("{} {arm} {riscv}", text_of(ty)));
    }

    #[test]
    fn the_length_precedes_the_element() {
        check(CType::scalar(BYTE), expect!["int8_t Sc Sc"]);
        check(vector(BYTE, VectorLength::Fixed(16), 1), expect!["int8x16_t V16Sc V16Sc"]);
        check(vector(HALF, VectorLength::Scalable(4), 1), expect!["svfloat16_t q4h q4x"]);
        check(vector(WORD, VectorLength::Scalable(4), 2), expect!["svuint32x2_t q8Ui T2q4Ui"]);
    }

    #[test]
    fn marks_surround_the_element() {
        check(CType { is_immediate: true, ..CType::scalar(WORD) }, expect!["uint32_t IUi IUi"]);
        let long = CType::scalar(Element::new(ElementKind::Signed, 64));
        let pointer = CType { is_const: true, is_pointer: true, ..long };
        check(long, expect!["int64_t Wi SWi"]);
        check(pointer, expect!["int64_t const * SWiC* SWiC*"]);
        check(CType { is_pointer: true, ..CType::VOID }, expect!["void * v* v*"]);
    }

    #[test]
    fn only_some_widths_have_a_type_string() {
        let widths = |kind| -> Vec<u32> {
            let has = |bits| {
                let ty = CType::scalar(Element::new(kind, bits));
                ty.type_string(TypeStringForm::Arm).is_some()
            };
            (1..=256).filter(|&bits| has(bits)).collect()
        };
        assert_eq!(widths(ElementKind::Signed), [8, 16, 32, 64, 128]);
        assert_eq!(widths(ElementKind::Float), [16, 32, 64]);
    }

    #[test]
    fn short_forms_have_a_letter_for_the_kind() {
        let short = |kind, bits| text_of(Element::new(kind, bits).short("s"));
        assert_eq!(short(ElementKind::BFloat, 16), "bf16");
        assert_eq!(short(ElementKind::Signed, 64), "s64");
        assert_eq!(short(ElementKind::Float8E5M2, 8), "f8e5m2");
        assert_eq!(text_of(BYTE.short("i")), "i8");
    }
}
