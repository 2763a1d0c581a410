//! Type strings: Clang's codes for builtin types, one code for each type in the prototype. `q16Sc`
//! is a scalable vector of at least 16 signed characters, `UiC*` a pointer to constant
//! `unsigned int`s. `clang/include/clang/Basic/Builtins.def` describes the codes.

use tablewright_text::{Append, TextSink, append};

/// A type in a prototype.
#[derive(Clone, Copy)]
pub(super) struct TypeString {
    pub(super) shape: TypeStringShape,
    /// Whether arguments must be constants.
    pub(super) is_immediate: bool,
    pub(super) element: ElementCode,
    pub(super) is_const: bool,
    pub(super) is_pointer: bool,
}

/// The number of elements in a type or in a pointee.
#[derive(Clone, Copy)]
pub(super) enum TypeStringShape {
    Scalar,
    /// A vector with this number of elements.
    Fixed(u32),
    /// A vector with at least this number of elements.
    Scalable(u32),
    /// Several scalable vectors.
    Tuple {
        vectors: u32,
        elements: u32,
    },
}

/// The code for a scalar.
#[derive(Clone, Copy)]
pub(super) struct ElementCode {
    sign: TypeStringSign,
    letters: &'static str,
}

/// An integer's explicit sign.
#[derive(Clone, Copy)]
pub(super) enum TypeStringSign {
    /// The sign of the C type. The sign of `char` depends on the target.
    Default,
    Signed,
    Unsigned,
}

impl ElementCode {
    pub(super) const VOID: ElementCode = ElementCode::plain("v");
    pub(super) const BOOL: ElementCode = ElementCode::plain("b");
    pub(super) const INT: ElementCode = ElementCode::plain("i");
    pub(super) const LONG: ElementCode = ElementCode::plain("Li");
    pub(super) const UNSIGNED_LONG: ElementCode =
        ElementCode { sign: TypeStringSign::Unsigned, letters: "Li" };
    pub(super) const SIZE: ElementCode = ElementCode::plain("z");
    pub(super) const PTRDIFF: ElementCode = ElementCode::plain("Y");
    pub(super) const BFLOAT: ElementCode = ElementCode::plain("y");
    /// `__mfp8`, whose format is in a register.
    pub(super) const MFLOAT8: ElementCode = ElementCode::plain("m");
    /// `__fp16`, which C cannot use for arithmetic.
    pub(super) const HALF: ElementCode = ElementCode::plain("h");
    /// `_Float16`.
    pub(super) const FLOAT16: ElementCode = ElementCode::plain("x");
    pub(super) const FLOAT: ElementCode = ElementCode::plain("f");
    pub(super) const DOUBLE: ElementCode = ElementCode::plain("d");
    /// 8-bit floating-point numbers with a 4-bit exponent.
    pub(super) const FLOAT8_E4M3: ElementCode = ElementCode::plain("a");
    /// 8-bit floating-point numbers with a 5-bit exponent.
    pub(super) const FLOAT8_E5M2: ElementCode = ElementCode::plain("b");
    /// SVE's `svcount_t`.
    pub(super) const SVE_COUNT: ElementCode = ElementCode::plain("Qa");

    const fn plain(letters: &'static str) -> ElementCode {
        ElementCode { sign: TypeStringSign::Default, letters }
    }

    /// Returns an integer; `None` if Clang does not have the width.
    pub(super) fn integer(sign: TypeStringSign, bits: u32) -> Option<ElementCode> {
        let letters = match bits {
            8 => "c",
            16 => "s",
            32 => "i",
            64 => "Wi",
            128 => "LLLi",
            _ => return None,
        };
        Some(ElementCode { sign, letters })
    }

    /// Returns a floating-point number; `None` if Clang does not have the width. `half` is the
    /// 16-bit type.
    pub(super) fn float(bits: u32, half: ElementCode) -> Option<ElementCode> {
        match bits {
            16 => Some(half),
            32 => Some(ElementCode::FLOAT),
            64 => Some(ElementCode::DOUBLE),
            _ => None,
        }
    }
}

impl TypeString {
    pub(super) fn scalar(element: ElementCode) -> TypeString {
        TypeString {
            shape: TypeStringShape::Scalar,
            is_immediate: false,
            element,
            is_const: false,
            is_pointer: false,
        }
    }
}

impl Append for TypeString {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.shape {
            TypeStringShape::Scalar => {}
            TypeStringShape::Fixed(elements) => append!(out, "V", elements),
            TypeStringShape::Scalable(elements) => append!(out, "q", elements),
            TypeStringShape::Tuple { vectors, elements } => {
                append!(out, "T", vectors, "q", elements)
            }
        }
        append!(out, if self.is_immediate { "I" } else { "" });
        append!(
            out,
            match self.element.sign {
                TypeStringSign::Default => "",
                TypeStringSign::Signed => "S",
                TypeStringSign::Unsigned => "U",
            }
        );
        append!(out, self.element.letters);
        append!(out, if self.is_const { "C" } else { "" });
        append!(out, if self.is_pointer { "*" } else { "" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(ty: TypeString, expected: Expect) {
        let mut text = String::new();
        append!(&mut text, ty);
        expected.assert_eq(&text);
    }

    fn from_integer(sign: TypeStringSign, bits: u32) -> TypeString {
        TypeString::scalar(ElementCode::integer(sign, bits).expect("a width of Clang"))
    }

    #[test]
    fn the_shape_stands_before_the_element() {
        let bytes = from_integer(TypeStringSign::Signed, 8);
        check(bytes, expect!["Sc"]);
        check(TypeString { shape: TypeStringShape::Fixed(16), ..bytes }, expect!["V16Sc"]);
        check(TypeString { shape: TypeStringShape::Scalable(4), ..bytes }, expect!["q4Sc"]);
        let tuple = TypeStringShape::Tuple { vectors: 2, elements: 8 };
        check(TypeString { shape: tuple, ..bytes }, expect!["T2q8Sc"]);
    }

    #[test]
    fn an_immediate_is_marked_before_its_sign() {
        let word = from_integer(TypeStringSign::Unsigned, 32);
        check(TypeString { is_immediate: true, ..word }, expect!["IUi"]);
    }

    #[test]
    fn pointers_stand_behind_what_they_point_to() {
        let wide = from_integer(TypeStringSign::Default, 64);
        check(TypeString { is_const: true, is_pointer: true, ..wide }, expect!["WiC*"]);
        let nothing = TypeString::scalar(ElementCode::VOID);
        check(TypeString { is_pointer: true, ..nothing }, expect!["v*"]);
    }

    #[test]
    fn only_some_widths_have_a_code() {
        let widths = |code: &dyn Fn(u32) -> Option<ElementCode>| -> Vec<u32> {
            (1..=256).filter(|&bits| code(bits).is_some()).collect()
        };
        assert_eq!(
            widths(&|bits| ElementCode::integer(TypeStringSign::Signed, bits)),
            [8, 16, 32, 64, 128]
        );
        assert_eq!(widths(&|bits| ElementCode::float(bits, ElementCode::HALF)), [16, 32, 64]);
    }
}
