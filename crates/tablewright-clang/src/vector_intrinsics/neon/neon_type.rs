//! NEON types: 64-bit and 128-bit vectors, structures of vectors, scalars and pointers.

use tablewright_text::{Append, TextSink, append};

use crate::vector_intrinsics::c_type::{
    CType, Element, ElementKind, ShortForm, TypeString, TypeStringForm, VectorLength,
};
use crate::vector_intrinsics::summary::text_of;

/// A type with the marks in its specification.
#[doc(alias = "TypeSpec")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeonType {
    element: Element,
    pub(super) is_immediate: bool,
    is_const: bool,
    is_pointer: bool,
    /// Marks for scalar intrinsics, and for 128-bit vectors without a `q` in names.
    pub(super) is_scalar_for_mangling: bool,
    pub(super) no_mangling_q: bool,
    bits: u32,
    /// 0 for a scalar, 2 or more for a structure.
    vectors: u32,
}

/// The type before any letter in a specification: a 64-bit vector without an element type.
const UNSPECIFIED: NeonType = NeonType {
    element: Element::new(ElementKind::Signed, 0),
    is_immediate: false,
    is_const: false,
    is_pointer: false,
    is_scalar_for_mangling: false,
    no_mangling_q: false,
    bits: 64,
    vectors: 1,
};

impl NeonType {
    /// Applies a prototype's modifiers.
    pub(super) fn modified(mut self, modifiers: &str) -> Result<NeonType, String> {
        for modifier in modifiers.chars() {
            self.modify(modifier)?;
        }
        Ok(self)
    }

    pub(super) fn void() -> NeonType {
        NeonType { element: Element::new(ElementKind::Void, 32), ..UNSPECIFIED }
    }

    /// Parses the specification `spec`.
    pub(crate) fn from_spec(spec: &str) -> Result<NeonType, String> {
        let mut ty = UNSPECIFIED;
        for letter in spec.chars() {
            match letter {
                'S' => ty.is_scalar_for_mangling = true,
                'H' => (ty.no_mangling_q, ty.bits) = (true, 128),
                'Q' => ty.bits = 128,
                'P' => ty.element.kind = ElementKind::Poly,
                'U' => ty.element.kind = ElementKind::Unsigned,
                'k' => {
                    ty.element.bits = 128;
                    // Vectors with a single polynomial do not exist.
                    if ty.is(ElementKind::Poly) {
                        ty.vectors = 0;
                    }
                }
                _ if ty.element.set_letter(letter) => {}
                _ => return Err(format!("'{letter}' in '{spec}' is not a type")),
            }
        }
        Ok(ty)
    }

    fn modify(&mut self, modifier: char) -> Result<(), String> {
        match modifier {
            // `!` marks the key type, which the intrinsic looks for.
            '.' | '!' => {}
            'v' => self.element.kind = ElementKind::Void,
            'S' => self.element.kind = ElementKind::Signed,
            'U' => self.element.kind = ElementKind::Unsigned,
            'B' => self.element = Element::new(ElementKind::BFloat, 16),
            'F' => self.element.kind = ElementKind::Float,
            'P' => self.element.kind = ElementKind::Poly,
            '>' if self.element.bits < 128 => self.element.bits *= 2,
            '>' => return Err("no element is wider than 128 bits".to_owned()),
            '<' if self.element.bits > 8 => self.element.bits /= 2,
            '<' => return Err("no element is narrower than 8 bits".to_owned()),
            '1' => self.vectors = 0,
            '2' | '3' | '4' => self.vectors = modifier as u32 - '0' as u32,
            '*' => self.is_pointer = true,
            'c' => self.is_const = true,
            'Q' => self.bits = 128,
            'q' => self.bits = 64,
            'I' => {
                self.set_scalar(Element::new(ElementKind::Signed, 32));
                self.is_immediate = true;
            }
            'p' if self.is(ElementKind::Poly) => self.element.kind = ElementKind::Unsigned,
            'p' => {}
            'V' => self.set_scalar(Element::new(ElementKind::Fpm, 64)),
            _ => return Err(format!("'{modifier}' is not a type modifier")),
        }
        Ok(())
    }

    fn set_scalar(&mut self, element: Element) {
        (self.element, self.bits, self.vectors) = (element, element.bits, 0);
    }

    /// Returns the type with this name in a header: `uint32x2_t`.
    pub(super) fn from_typedef(name: &str) -> Option<NeonType> {
        const KINDS: [ElementKind; 6] = [
            ElementKind::Unsigned,
            ElementKind::Signed,
            ElementKind::Float,
            ElementKind::Poly,
            ElementKind::BFloat,
            ElementKind::MFloat,
        ];
        let strip = |kind: ElementKind| Some((kind, name.strip_prefix(kind.name())?));
        let (kind, size_text) = KINDS.into_iter().find_map(strip)?;
        let mut numbers = size_text.strip_suffix("_t")?.split('x').map(str::parse::<u32>);
        let element_bits = numbers.next()?.ok().filter(|bits| (1..=128).contains(bits))?;
        let lanes = numbers.next().transpose().ok()?;
        let vectors = numbers.next().transpose().ok()?;
        let bits = element_bits.checked_mul(lanes.unwrap_or(1))?;
        let vectors = vectors.unwrap_or(u32::from(lanes.is_some()));
        let element = Element::new(kind, element_bits);
        let ty = NeonType { element, bits, vectors, ..UNSPECIFIED };
        numbers.next().is_none().then_some(ty)
    }

    /// Whether its elements, or the elements that it points to, have this kind.
    pub(crate) fn is(&self, kind: ElementKind) -> bool {
        self.element.kind == kind
    }

    pub(crate) fn is_void(&self) -> bool {
        self.is(ElementKind::Void)
    }

    pub(crate) fn is_pointer(&self) -> bool {
        self.is_pointer
    }

    pub(crate) fn is_const_pointer(&self) -> bool {
        self.is_const
    }

    /// Whether an argument of this type must be a constant. `I` also begins scalars with other
    /// widths, which can have any value.
    pub(crate) fn is_constant(&self) -> bool {
        self.is_immediate && self.element.bits == 32
    }

    fn is_value(&self) -> bool {
        !self.is_void() && !self.is_pointer
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.is_value() && self.vectors == 0
    }

    pub(crate) fn is_vector(&self) -> bool {
        self.is_value() && self.vectors > 0
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.is(ElementKind::Signed) || self.is(ElementKind::Unsigned)
    }

    /// Whether only 64-bit targets have vectors of this type.
    pub(super) fn is_a64_only(&self) -> bool {
        self.is_float(64) || self.is(ElementKind::MFloat)
    }

    pub(super) fn is_float(&self, bits: u32) -> bool {
        self.element == Element::new(ElementKind::Float, bits)
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    pub(crate) fn element_bits(&self) -> u32 {
        self.element.bits
    }

    /// Returns a vector's element count.
    pub(crate) fn elements(&self) -> u32 {
        self.bits.checked_div(self.element.bits).unwrap_or(0)
    }

    /// Returns the number of vectors: 0 for a scalar.
    pub(crate) fn vectors(&self) -> u32 {
        self.vectors
    }

    /// Returns the element type.
    pub(crate) fn element(&self) -> NeonType {
        NeonType { bits: self.element.bits, vectors: 0, ..*self }
    }

    /// Returns the short form in names: `u8`.
    pub(crate) fn short(&self) -> ShortForm {
        self.element.short("s")
    }

    /// Returns a structure with `vectors` vectors of this type, or a single vector.
    pub(crate) fn with_vectors(&self, vectors: u32) -> NeonType {
        NeonType { vectors, ..*self }
    }

    /// Returns the type of the same size with integer elements of `element_bits`.
    pub(super) fn integers(&self, element_bits: u32, is_signed: bool) -> NeonType {
        let kind = if is_signed { ElementKind::Signed } else { ElementKind::Unsigned };
        NeonType { element: Element::new(kind, element_bits), is_immediate: false, ..*self }
    }

    pub(super) fn with_kind(&self, kind: ElementKind) -> NeonType {
        NeonType { element: Element::new(kind, self.element.bits), ..*self }
    }

    pub(super) fn immediate(&self) -> NeonType {
        let element = Element::new(ElementKind::Signed, 32);
        NeonType { element, is_immediate: true, ..*self }
    }

    pub(super) fn with_bits(&self, bits: u32) -> NeonType {
        NeonType { bits, ..*self }
    }

    pub(super) fn with_element_bits(&self, bits: u32) -> NeonType {
        NeonType { element: Element::new(self.element.kind, bits), ..*self }
    }

    #[inline]
    fn c_type(&self) -> CType {
        if self.is_void() {
            return CType::VOID;
        }
        let NeonType { element, is_immediate, is_const, is_pointer, .. } = *self;
        let length = if self.is_vector() {
            VectorLength::Fixed(self.elements())
        } else {
            VectorLength::Scalar
        };
        CType { element, length, vectors: self.vectors.max(1), is_immediate, is_const, is_pointer }
    }

    /// Returns Clang's number for a vector type.
    pub(crate) fn flags(&self) -> Result<u32, String> {
        const POLY8: u32 = 4;
        const FLOAT16: u32 = 8;
        const BFLOAT16: u32 = 11;
        const MFLOAT8: u32 = 12;
        const UNSIGNED: u32 = 0x10;
        const QUAD: u32 = 0x20;
        let log2 = match self.element.bits {
            8 => 0,
            16 => 1,
            32 => 2,
            64 => 3,
            128 => 4,
            bits => return Err(format!("Clang knows no elements of {bits} bits")),
        };
        let number = match (self.element.kind, log2) {
            (ElementKind::BFloat, _) => BFLOAT16,
            (ElementKind::MFloat, _) => MFLOAT8,
            // 8-bit floating-point numbers of this kind do not exist.
            (ElementKind::Float, _) => (FLOAT16 + log2).saturating_sub(1),
            // 32-bit polynomials do not exist.
            (ElementKind::Poly, 2..) => POLY8 + log2 - 1,
            (ElementKind::Poly, _) => POLY8 + log2,
            (_, _) => log2,
        };
        let quad = if self.bits == 128 { QUAD } else { 0 };
        Ok(number | quad | if self.is(ElementKind::Unsigned) { UNSIGNED } else { 0 })
    }

    /// Returns the builtin type; for a structure, a single vector's type.
    ///
    /// # Errors
    /// A message, if a builtin cannot have such a type.
    pub(super) fn type_string(&self) -> Result<TypeString, String> {
        let mut ty = self.c_type();
        if ty.is_pointer {
            // Pointers are always pointers to `void`.
            ty = CType { is_const: ty.is_const, is_pointer: true, ..CType::VOID };
        }
        let string = ty.type_string(TypeStringForm::Arm);
        string.ok_or_else(|| format!("no builtin has the type '{}'", text_of(self)))
    }
}

/// Types are equal if C cannot distinguish them.
impl PartialEq for NeonType {
    fn eq(&self, other: &NeonType) -> bool {
        if self.is_void() || other.is_void() || self.element != other.element {
            // Most pairs need no C types, with their divisions.
            return self.is_void() && other.is_void();
        }
        let visible = |ty: &NeonType| CType { is_immediate: false, ..ty.c_type() };
        visible(self) == visible(other)
    }
}

/// The C type name.
impl Append for NeonType {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.c_type());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// Prints the name, the type string and the number of each type.
    fn check(types: &[(&str, &str)], expected: Expect) {
        let mut lines = String::new();
        for (spec, modifiers) in types {
            append!(&mut lines, *spec, " ", *modifiers, ": ");
            match NeonType::from_spec(spec).and_then(|ty| ty.modified(modifiers)) {
                Err(message) => append!(&mut lines, "error: ", message),
                Ok(ty) => {
                    append!(&mut lines, ty, ", ");
                    append!(&mut lines, ty.type_string().map_or_else(|error| error, text_of));
                    let flags = ty.flags().map_or_else(|message| message, |n| n.to_string());
                    append!(&mut lines, ", ", flags);
                }
            }
            lines.push('\n');
        }
        expected.assert_eq(&lines);
    }

    #[test]
    fn specifications_are_types() {
        check(
            &[("c", ""), ("QUs", ""), ("Hi", ""), ("Pl", ""), ("Pk", ""), ("h", ""), ("Qb", "")],
            expect![[r#"
                c : int8x8_t, V8Sc, 0
                QUs : uint16x8_t, V8Us, 49
                Hi : int32x4_t, V4i, 34
                Pl : poly64x1_t, V1UWi, 6
                Pk : poly128_t, ULLLi, 7
                h : float16x4_t, V4h, 8
                Qb : bfloat16x8_t, V8y, 43
            "#]],
        );
    }

    #[test]
    fn prototypes_change_types() {
        check(
            &[
                ("s", "v"),
                ("s", "U>Q"),
                ("Us", "<"),
                ("f", "1"),
                ("i", "4"),
                ("Pc", "p"),
                ("l", "I"),
            ],
            expect![[r#"
                s v: void, v, 1
                s U>Q: uint32x4_t, V4Ui, 50
                Us <: uint8x8_t, V8Uc, 16
                f 1: float32_t, f, 9
                i 4: int32x2x4_t, V2i, 2
                Pc p: uint8x8_t, V8Uc, 16
                l I: int32_t, Ii, 2
            "#]],
        );
        check(
            &[("s", "*"), ("s", "c*"), ("s", "2"), ("Qd", "c*")],
            expect![[r#"
            s *: int16_t *, v*, 1
            s c*: int16_t const *, vC*, 1
            s 2: int16x4x2_t, V4s, 1
            Qd c*: float64_t const *, vC*, 42
        "#]],
        );
    }

    #[test]
    fn errors_say_what_is_no_type() {
        check(
            &[("z", ""), ("c", "<"), ("k", ">"), ("c", "?"), ("Pi", ""), ("c", "F")],
            expect![[r#"
                z : error: 'z' in 'z' is not a type
                c <: error: no element is narrower than 8 bits
                k >: error: no element is wider than 128 bits
                c ?: error: '?' is not a type modifier
                Pi : poly32x2_t, V2Ui, 5
                c F: float8x8_t, no builtin has the type 'float8x8_t', 7
            "#]],
        );
    }

    #[test]
    fn names_are_types() {
        let names = ["int32x2_t", "uint8x16_t", "float16_t", "poly64x1x3_t", "bfloat16x4_t"];
        for name in names {
            let mut text = String::new();
            append!(&mut text, NeonType::from_typedef(name).expect("there is such a type"));
            assert_eq!(text, name);
        }
        for name in ["", "int", "int32", "int0_t", "strange_t", "int32x2x2x2_t"] {
            assert!(NeonType::from_typedef(name).is_none(), "{name}");
        }
    }
}
