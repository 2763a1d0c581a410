//! NEON types: 64-bit and 128-bit vectors, structures of vectors, scalars and pointers.

use tablewright_text::{Append, TextSink, append};

use crate::vector_intrinsics::summary::text_of;
use crate::vector_intrinsics::type_string::{
    ElementCode, TypeString, TypeStringShape, TypeStringSign,
};

/// A type with the marks in its specification.
#[doc(alias = "TypeSpec")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeonType {
    kind: NeonTypeKind,
    pub(super) is_immediate: bool,
    is_const: bool,
    is_pointer: bool,
    /// Marks for scalar intrinsics, and for 128-bit vectors without a `q` in names.
    pub(super) is_scalar_for_mangling: bool,
    pub(super) no_mangling_q: bool,
    bits: u32,
    element_bits: u32,
    /// 0 for a scalar, 2 or more for a structure.
    vectors: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NeonTypeKind {
    Void,
    Float,
    Signed,
    Unsigned,
    Poly,
    BFloat,
    /// 8-bit floating-point numbers. A register contains their format.
    MFloat,
    /// The format register's value.
    Fpm,
}

impl NeonTypeKind {
    /// Returns the prefix of type names.
    fn name(self) -> &'static str {
        match self {
            NeonTypeKind::Void => "void",
            NeonTypeKind::Float => "float",
            NeonTypeKind::Signed => "int",
            NeonTypeKind::Unsigned => "uint",
            NeonTypeKind::Poly => "poly",
            NeonTypeKind::BFloat => "bfloat",
            NeonTypeKind::MFloat => "mfloat",
            NeonTypeKind::Fpm => "fpm",
        }
    }
}

/// Splits a string into type specifications. Each is a lower-case letter after its modifiers.
pub(super) fn type_specs(text: &str) -> impl Iterator<Item = &str> {
    // Text after the last letter is ignored.
    let specs = text.split_inclusive(|letter: char| letter.is_ascii_lowercase());
    specs.filter(|spec| spec.ends_with(|letter: char| letter.is_ascii_lowercase()))
}

/// The type before any letter in a specification: a 64-bit vector without an element type.
const UNSPECIFIED: NeonType = NeonType {
    kind: NeonTypeKind::Signed,
    is_immediate: false,
    is_const: false,
    is_pointer: false,
    is_scalar_for_mangling: false,
    no_mangling_q: false,
    bits: 64,
    element_bits: 0,
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
        NeonType { kind: NeonTypeKind::Void, element_bits: 32, ..UNSPECIFIED }
    }

    /// Parses the specification `spec`.
    pub(crate) fn from_spec(spec: &str) -> Result<NeonType, String> {
        let mut ty = UNSPECIFIED;
        for letter in spec.chars() {
            match letter {
                'S' => ty.is_scalar_for_mangling = true,
                'H' => (ty.no_mangling_q, ty.bits) = (true, 128),
                'Q' => ty.bits = 128,
                'P' => ty.kind = NeonTypeKind::Poly,
                'U' => ty.kind = NeonTypeKind::Unsigned,
                'c' => ty.element_bits = 8,
                's' => ty.element_bits = 16,
                'h' => (ty.kind, ty.element_bits) = (NeonTypeKind::Float, 16),
                'i' => ty.element_bits = 32,
                'f' => (ty.kind, ty.element_bits) = (NeonTypeKind::Float, 32),
                'l' => ty.element_bits = 64,
                'd' => (ty.kind, ty.element_bits) = (NeonTypeKind::Float, 64),
                'k' => {
                    ty.element_bits = 128;
                    // Vectors with a single polynomial do not exist.
                    if ty.kind == NeonTypeKind::Poly {
                        ty.vectors = 0;
                    }
                }
                'b' => (ty.kind, ty.element_bits) = (NeonTypeKind::BFloat, 16),
                'm' => (ty.kind, ty.element_bits) = (NeonTypeKind::MFloat, 8),
                _ => return Err(format!("'{letter}' in '{spec}' is not a type")),
            }
        }
        Ok(ty)
    }

    fn modify(&mut self, modifier: char) -> Result<(), String> {
        match modifier {
            // `!` marks the key type, which the intrinsic looks for.
            '.' | '!' => {}
            'v' => self.kind = NeonTypeKind::Void,
            'S' => self.kind = NeonTypeKind::Signed,
            'U' => self.kind = NeonTypeKind::Unsigned,
            'B' => (self.kind, self.element_bits) = (NeonTypeKind::BFloat, 16),
            'F' => self.kind = NeonTypeKind::Float,
            'P' => self.kind = NeonTypeKind::Poly,
            '>' if self.element_bits < 128 => self.element_bits *= 2,
            '>' => return Err("no element is wider than 128 bits".to_owned()),
            '<' if self.element_bits > 8 => self.element_bits /= 2,
            '<' => return Err("no element is narrower than 8 bits".to_owned()),
            '1' => self.vectors = 0,
            '2' | '3' | '4' => self.vectors = modifier as u32 - '0' as u32,
            '*' => self.is_pointer = true,
            'c' => self.is_const = true,
            'Q' => self.bits = 128,
            'q' => self.bits = 64,
            'I' => {
                self.kind = NeonTypeKind::Signed;
                (self.element_bits, self.bits, self.vectors) = (32, 32, 0);
                self.is_immediate = true;
            }
            'p' if self.kind == NeonTypeKind::Poly => self.kind = NeonTypeKind::Unsigned,
            'p' => {}
            'V' => {
                self.kind = NeonTypeKind::Fpm;
                (self.element_bits, self.bits, self.vectors) = (64, 64, 0);
            }
            _ => return Err(format!("'{modifier}' is not a type modifier")),
        }
        Ok(())
    }

    /// Returns the type with this name in a header: `uint32x2_t`.
    pub(super) fn from_typedef(name: &str) -> Option<NeonType> {
        const KINDS: [NeonTypeKind; 6] = [
            NeonTypeKind::Unsigned,
            NeonTypeKind::Signed,
            NeonTypeKind::Float,
            NeonTypeKind::Poly,
            NeonTypeKind::BFloat,
            NeonTypeKind::MFloat,
        ];
        let strip = |kind: NeonTypeKind| Some((kind, name.strip_prefix(kind.name())?));
        let (kind, size_text) = KINDS.into_iter().find_map(strip)?;
        let mut numbers = size_text.strip_suffix("_t")?.split('x').map(str::parse::<u32>);
        let element_bits = numbers.next()?.ok().filter(|bits| (1..=128).contains(bits))?;
        let lanes = numbers.next().transpose().ok()?;
        let vectors = numbers.next().transpose().ok()?;
        let mut ty = NeonType { kind, element_bits, ..UNSPECIFIED };
        ty.bits = element_bits.checked_mul(lanes.unwrap_or(1))?;
        ty.vectors = vectors.unwrap_or(u32::from(lanes.is_some()));
        numbers.next().is_none().then_some(ty)
    }

    pub(crate) fn is_void(&self) -> bool {
        self.kind == NeonTypeKind::Void
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
        self.is_immediate && self.element_bits == 32
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
        matches!(self.kind, NeonTypeKind::Signed | NeonTypeKind::Unsigned)
    }

    pub(crate) fn is_unsigned(&self) -> bool {
        self.kind == NeonTypeKind::Unsigned
    }

    pub(crate) fn is_poly(&self) -> bool {
        self.kind == NeonTypeKind::Poly
    }

    pub(crate) fn is_bfloat(&self) -> bool {
        self.kind == NeonTypeKind::BFloat
    }

    pub(crate) fn is_floating(&self) -> bool {
        self.kind == NeonTypeKind::Float
    }

    pub(super) fn is_mfloat(&self) -> bool {
        self.kind == NeonTypeKind::MFloat
    }

    /// Whether only 64-bit targets have vectors of this type.
    pub(super) fn is_a64_only(&self) -> bool {
        self.is_double() || self.is_mfloat()
    }

    pub(super) fn is_half(&self) -> bool {
        self.is_floating() && self.element_bits == 16
    }

    pub(crate) fn is_double(&self) -> bool {
        self.is_floating() && self.element_bits == 64
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    pub(crate) fn element_bits(&self) -> u32 {
        self.element_bits
    }

    /// Returns a vector's element count.
    pub(crate) fn elements(&self) -> u32 {
        self.bits.checked_div(self.element_bits).unwrap_or(0)
    }

    /// Returns the number of vectors: 0 for a scalar.
    pub(crate) fn vectors(&self) -> u32 {
        self.vectors
    }

    /// Returns the element type.
    pub(crate) fn element(&self) -> NeonType {
        NeonType { bits: self.element_bits, vectors: 0, ..*self }
    }

    /// Returns a structure with `vectors` vectors of this type, or a single vector.
    pub(crate) fn with_vectors(&self, vectors: u32) -> NeonType {
        NeonType { vectors, ..*self }
    }

    /// Returns the type of the same size with integer elements of `element_bits`.
    pub(super) fn integers(&self, element_bits: u32, is_signed: bool) -> NeonType {
        let kind = if is_signed { NeonTypeKind::Signed } else { NeonTypeKind::Unsigned };
        NeonType { kind, element_bits, is_immediate: false, ..*self }
    }

    pub(super) fn signed(&self) -> NeonType {
        NeonType { kind: NeonTypeKind::Signed, ..*self }
    }

    pub(super) fn unsigned(&self) -> NeonType {
        NeonType { kind: NeonTypeKind::Unsigned, ..*self }
    }

    pub(super) fn immediate(&self) -> NeonType {
        NeonType { kind: NeonTypeKind::Signed, element_bits: 32, is_immediate: true, ..*self }
    }

    pub(super) fn with_bits(&self, bits: u32) -> NeonType {
        NeonType { bits, ..*self }
    }

    pub(super) fn with_element_bits(&self, element_bits: u32) -> NeonType {
        NeonType { element_bits, ..*self }
    }

    /// Returns the properties that the C type name depends on.
    fn shown(&self) -> (NeonTypeKind, u32, Option<u32>, u32, bool, bool) {
        if self.is_void() {
            return (NeonTypeKind::Void, 0, None, 0, false, false);
        }
        let elements = self.is_vector().then(|| self.elements());
        let vectors = if self.vectors > 1 { self.vectors } else { 0 };
        (self.kind, self.element_bits, elements, vectors, self.is_const, self.is_pointer)
    }

    /// Returns Clang's number for a vector type.
    pub(crate) fn flags(&self) -> Result<u32, String> {
        const POLY8: u32 = 4;
        const FLOAT16: u32 = 8;
        const BFLOAT16: u32 = 11;
        const MFLOAT8: u32 = 12;
        const UNSIGNED: u32 = 0x10;
        const QUAD: u32 = 0x20;
        let log2 = match self.element_bits {
            8 => 0,
            16 => 1,
            32 => 2,
            64 => 3,
            128 => 4,
            bits => return Err(format!("Clang knows no elements of {bits} bits")),
        };
        let number = match self.kind {
            NeonTypeKind::BFloat => BFLOAT16,
            NeonTypeKind::MFloat => MFLOAT8,
            // 8-bit floating-point numbers of this kind do not exist.
            NeonTypeKind::Float => (FLOAT16 + log2).saturating_sub(1),
            // 32-bit polynomials do not exist.
            NeonTypeKind::Poly => POLY8 + if log2 >= 2 { log2 - 1 } else { log2 },
            NeonTypeKind::Void
            | NeonTypeKind::Signed
            | NeonTypeKind::Unsigned
            | NeonTypeKind::Fpm => log2,
        };
        let quad = if self.bits == 128 { QUAD } else { 0 };
        Ok(number | quad | if self.is_unsigned() { UNSIGNED } else { 0 })
    }

    /// Returns the builtin type; for a structure, a single vector's type.
    ///
    /// # Errors
    /// A message, if a builtin cannot have such a type.
    pub(super) fn type_string(&self) -> Result<TypeString, String> {
        let void = TypeString::scalar(ElementCode::VOID);
        if self.is_void() {
            return Ok(void);
        }
        if self.is_pointer {
            // Pointers are always pointers to `void`.
            return Ok(TypeString { is_const: self.is_const, is_pointer: true, ..void });
        }
        let element = match self.kind {
            NeonTypeKind::Void => Some(ElementCode::VOID),
            NeonTypeKind::Signed if self.element_bits == 8 => {
                ElementCode::integer(TypeStringSign::Signed, 8)
            }
            NeonTypeKind::Signed => {
                ElementCode::integer(TypeStringSign::Default, self.element_bits)
            }
            NeonTypeKind::Unsigned => {
                ElementCode::integer(TypeStringSign::Unsigned, self.element_bits)
            }
            NeonTypeKind::BFloat => Some(ElementCode::BFLOAT),
            NeonTypeKind::MFloat => Some(ElementCode::MFLOAT8),
            NeonTypeKind::Fpm => ElementCode::integer(TypeStringSign::Unsigned, 64),
            NeonTypeKind::Float | NeonTypeKind::Poly => {
                ElementCode::float(self.element_bits, ElementCode::HALF)
            }
        };
        let element =
            element.ok_or_else(|| format!("no builtin has the type '{}'", text_of(self)))?;
        Ok(TypeString {
            shape: if self.vectors == 0 {
                TypeStringShape::Scalar
            } else {
                TypeStringShape::Fixed(self.elements())
            },
            is_immediate: self.is_immediate,
            ..TypeString::scalar(element)
        })
    }
}

/// Types are equal if C cannot distinguish them.
impl PartialEq for NeonType {
    fn eq(&self, other: &NeonType) -> bool {
        self.kind == other.kind && self.shown() == other.shown()
    }
}

/// The C type name.
impl Append for NeonType {
    fn append_to(&self, out: &mut impl TextSink) {
        // Headers contain hundreds of thousands of type names. Frequent parts are constants.
        match (self.kind, self.element_bits) {
            (NeonTypeKind::Void, _) => return out.push_str("void"),
            (NeonTypeKind::Fpm, _) => out.push_str("fpm"),
            (NeonTypeKind::Float, 16) => out.push_str("float16"),
            (NeonTypeKind::Float, 32) => out.push_str("float32"),
            (NeonTypeKind::Float, 64) => out.push_str("float64"),
            (NeonTypeKind::Signed, 8) => out.push_str("int8"),
            (NeonTypeKind::Signed, 16) => out.push_str("int16"),
            (NeonTypeKind::Signed, 32) => out.push_str("int32"),
            (NeonTypeKind::Signed, 64) => out.push_str("int64"),
            (NeonTypeKind::Unsigned, 8) => out.push_str("uint8"),
            (NeonTypeKind::Unsigned, 16) => out.push_str("uint16"),
            (NeonTypeKind::Unsigned, 32) => out.push_str("uint32"),
            (NeonTypeKind::Unsigned, 64) => out.push_str("uint64"),
            (kind, bits) => append!(out, kind.name(), bits),
        }
        if self.is_vector() {
            match self.elements() {
                2 => out.push_str("x2"),
                4 => out.push_str("x4"),
                8 => out.push_str("x8"),
                16 => out.push_str("x16"),
                elements => append!(out, "x", elements),
            }
        }
        if self.vectors > 1 {
            append!(out, "x", self.vectors);
        }
        out.push_str("_t");
        if self.is_const {
            out.push_str(" const");
        }
        if self.is_pointer {
            out.push_str(" *");
        }
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
                Pl : poly64x1_t, V1d, 6
                Pk : poly128_t, no builtin has the type 'poly128_t', 7
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
            &[("z", ""), ("c", "<"), ("k", ">"), ("c", "?"), ("Pi", "")],
            expect![[r#"
            z : error: 'z' in 'z' is not a type
            c <: error: no element is narrower than 8 bits
            k >: error: no element is wider than 128 bits
            c ?: error: '?' is not a type modifier
            Pi : poly32x2_t, V2f, 5
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
