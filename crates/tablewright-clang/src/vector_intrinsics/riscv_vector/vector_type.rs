//! C types for prototype types, given an intrinsic's element type and register group size (LMUL).

use tablewright_text::{TextSink, append};

use super::prototype::{Base, Descriptor, RvvModifiers, VectorModifier};
use crate::vector_intrinsics::type_string::{
    ElementCode, TypeString, TypeStringShape, TypeStringSign,
};

/// An element type, in the order of bits in Clang's masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BasicType {
    Int8,
    Int16,
    Int32,
    Int64,
    BFloat16,
    Float16,
    Float32,
    Float64,
    /// 8-bit floating-point formats from the Open Compute Project.
    Float8E4M3,
    Float8E5M2,
}

impl BasicType {
    /// Returns the type for a letter in a type range.
    pub(super) fn from_letter(letter: char) -> Option<BasicType> {
        Some(match letter {
            'c' => BasicType::Int8,
            's' => BasicType::Int16,
            'i' => BasicType::Int32,
            'l' => BasicType::Int64,
            'y' => BasicType::BFloat16,
            'x' => BasicType::Float16,
            'f' => BasicType::Float32,
            'd' => BasicType::Float64,
            'a' => BasicType::Float8E4M3,
            'b' => BasicType::Float8E5M2,
            _ => return None,
        })
    }

    /// Returns the form in intrinsic names.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BasicType::Int8 => "i8",
            BasicType::Int16 => "i16",
            BasicType::Int32 => "i32",
            BasicType::Int64 => "i64",
            BasicType::BFloat16 => "bf16",
            BasicType::Float16 => "f16",
            BasicType::Float32 => "f32",
            BasicType::Float64 => "f64",
            BasicType::Float8E4M3 => "f8e4m3",
            BasicType::Float8E5M2 => "f8e5m2",
        }
    }

    pub(super) fn bit(self) -> u16 {
        1 << self as u8
    }

    fn scalar(self) -> (RvvScalar, u32) {
        match self {
            BasicType::Int8 => (RvvScalar::Signed, 8),
            BasicType::Int16 => (RvvScalar::Signed, 16),
            BasicType::Int32 => (RvvScalar::Signed, 32),
            BasicType::Int64 => (RvvScalar::Signed, 64),
            BasicType::BFloat16 => (RvvScalar::BFloat, 16),
            BasicType::Float16 => (RvvScalar::Float, 16),
            BasicType::Float32 => (RvvScalar::Float, 32),
            BasicType::Float64 => (RvvScalar::Float, 64),
            BasicType::Float8E4M3 => (RvvScalar::Float8E4M3, 8),
            BasicType::Float8E5M2 => (RvvScalar::Float8E5M2, 8),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RvvScalar {
    Void,
    SizeT,
    Ptrdiff,
    UnsignedLong,
    SignedLong,
    Boolean,
    Signed,
    Unsigned,
    Float,
    BFloat,
    Float8E4M3,
    Float8E5M2,
}

/// A C type: a scalar, or a vector with its number of elements.
#[doc(alias = "RVVType")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorType {
    scalar: RvvScalar,
    bits: u32,
    log2_lmul: i32,
    /// Number of elements per 64 register bits; none for a scalar.
    elements: Elements,
    modifiers: RvvModifiers,
    /// Number of vectors in a tuple.
    tuple: Option<u32>,
}

/// A processor extension that a vector type requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum VectorExtension {
    Zve32x,
    Zve32f,
    Zve64x,
    Zve64d,
    Zvfh,
    Zvfbfmin,
    Zvfofp8min,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Elements {
    Scalar,
    Vector(u32),
    /// Less than an element.
    Illegal,
}

impl VectorType {
    /// Returns the type for `descriptor`; `None` if it does not exist.
    pub(crate) fn new(
        basic: BasicType,
        log2_lmul: i32,
        descriptor: Descriptor,
    ) -> Option<VectorType> {
        let (scalar, bits) = basic.scalar();
        let mut ty = VectorType {
            scalar,
            bits,
            log2_lmul,
            elements: Elements::Scalar,
            modifiers: descriptor.modifiers,
            tuple: None,
        };
        match descriptor.base {
            Base::Scalar => {}
            Base::Vector => ty.set_elements(),
            Base::Void => ty.scalar = RvvScalar::Void,
            Base::SizeT => ty.scalar = RvvScalar::SizeT,
            Base::Ptrdiff => ty.scalar = RvvScalar::Ptrdiff,
            Base::UnsignedLong => ty.scalar = RvvScalar::UnsignedLong,
            Base::SignedLong => ty.scalar = RvvScalar::SignedLong,
            Base::Float32 => (ty.scalar, ty.bits) = (RvvScalar::Float, 32),
        }
        ty.modify(descriptor.vector)?;
        for (modifier, scalar) in [
            (RvvModifiers::UNSIGNED, RvvScalar::Unsigned),
            (RvvModifiers::SIGNED, RvvScalar::Signed),
            (RvvModifiers::FLOAT, RvvScalar::Float),
            (RvvModifiers::BFLOAT, RvvScalar::BFloat),
        ] {
            if descriptor.modifiers.has(modifier) {
                ty.scalar = scalar;
            }
        }
        if descriptor.modifiers.has(RvvModifiers::ALTERNATIVE_FLOAT8) {
            ty.scalar = match ty.scalar {
                RvvScalar::Float8E4M3 => RvvScalar::Float8E5M2,
                RvvScalar::Void
                | RvvScalar::SizeT
                | RvvScalar::Ptrdiff
                | RvvScalar::UnsignedLong
                | RvvScalar::SignedLong
                | RvvScalar::Boolean
                | RvvScalar::Signed
                | RvvScalar::Unsigned
                | RvvScalar::Float
                | RvvScalar::BFloat
                | RvvScalar::Float8E5M2 => RvvScalar::Float8E4M3,
            };
        }
        if descriptor.modifiers.has(RvvModifiers::LMUL1) {
            ty.log2_lmul = 0;
            ty.set_elements();
        }
        Some(ty).filter(VectorType::is_legal)
    }

    fn modify(&mut self, modifier: VectorModifier) -> Option<()> {
        match modifier {
            VectorModifier::None => return Some(()),
            VectorModifier::Widening(log2) => {
                self.bits <<= log2;
                self.log2_lmul += i32::from(log2);
                self.scalar = match (self.scalar, self.bits) {
                    (RvvScalar::Float8E4M3 | RvvScalar::Float8E5M2, 16) => RvvScalar::BFloat,
                    (RvvScalar::Float8E4M3 | RvvScalar::Float8E5M2 | RvvScalar::BFloat, 32) => {
                        RvvScalar::Float
                    }
                    (scalar, _) => scalar,
                };
            }
            VectorModifier::Doubling => self.log2_lmul += 1,
            VectorModifier::Mask => {
                self.scalar = RvvScalar::Boolean;
                self.set_elements();
                self.bits = 1;
                return Some(());
            }
            VectorModifier::Log2Eew(log2) => {
                self.log2_lmul += i32::from(log2) - self.bits.ilog2() as i32;
                self.bits = 1 << log2;
                self.scalar = RvvScalar::Signed;
            }
            VectorModifier::FixedSew(log2) => {
                let bits = 1 << log2;
                if self.bits == bits {
                    return None;
                }
                self.bits = bits;
            }
            VectorModifier::LargerLmul(log2) => self.set_lmul(log2, |new, old| new > old)?,
            VectorModifier::SmallerLmul(log2) => self.set_lmul(log2, |new, old| new < old)?,
            VectorModifier::SmallerOrEqualLmul(log2) => {
                self.set_lmul(log2, |new, old| new <= old)?;
            }
            VectorModifier::Tuple(count) => {
                self.tuple = Some(u32::from(count));
                return Some(());
            }
        }
        self.set_elements();
        Some(())
    }

    fn set_lmul(&mut self, log2: i8, fits: impl Fn(i32, i32) -> bool) -> Option<()> {
        let log2 = i32::from(log2);
        fits(log2, self.log2_lmul).then(|| self.log2_lmul = log2)
    }

    /// Computes the number of elements from their width and the register group size.
    fn set_elements(&mut self) {
        let log2 = match self.bits {
            8 => self.log2_lmul + 3,
            16 => self.log2_lmul + 2,
            32 => self.log2_lmul + 1,
            64 => self.log2_lmul,
            _ => 0,
        };
        self.elements = match u32::try_from(log2) {
            Ok(log2) => Elements::Vector(1_u32.checked_shl(log2).unwrap_or(0)),
            Err(_) => Elements::Illegal,
        };
    }

    fn is_legal(&self) -> bool {
        let elements = match self.elements {
            Elements::Scalar => return true,
            Elements::Illegal => return false,
            Elements::Vector(elements) => elements,
        };
        if let Some(count) = self.tuple
            && (1 << self.log2_lmul.max(0)) * count > 8
        {
            return false;
        }
        let max = match (self.scalar, self.bits) {
            (RvvScalar::Float, 8) | (RvvScalar::BFloat, 1 | 8 | 32 | 64) => return false,
            (_, 1 | 8) => 64,
            (_, 16) => 32,
            (_, 32) => 16,
            (_, 64) => 8,
            _ => return false,
        };
        elements <= max && elements.is_power_of_two()
    }

    /// Returns the builtin type; `None` if it does not exist in C.
    pub(super) fn type_string(&self) -> Option<TypeString> {
        let has = |modifier| self.modifiers.has(modifier);
        let (is_immediate, is_pointer) = (has(RvvModifiers::IMMEDIATE), has(RvvModifiers::POINTER));
        let element = match self.scalar {
            RvvScalar::Void => return Some(TypeString::scalar(ElementCode::VOID)),
            RvvScalar::Ptrdiff => return Some(TypeString::scalar(ElementCode::PTRDIFF)),
            RvvScalar::UnsignedLong => return Some(TypeString::scalar(ElementCode::UNSIGNED_LONG)),
            RvvScalar::SignedLong => return Some(TypeString::scalar(ElementCode::LONG)),
            RvvScalar::SizeT => {
                let size = TypeString::scalar(ElementCode::SIZE);
                return Some(TypeString { is_immediate, is_pointer, ..size });
            }
            RvvScalar::Boolean => ElementCode::BOOL,
            RvvScalar::Signed => ElementCode::integer(TypeStringSign::Signed, self.bits)?,
            RvvScalar::Unsigned => ElementCode::integer(TypeStringSign::Unsigned, self.bits)?,
            RvvScalar::Float => ElementCode::float(self.bits, ElementCode::FLOAT16)?,
            RvvScalar::BFloat => ElementCode::BFLOAT,
            RvvScalar::Float8E4M3 => ElementCode::FLOAT8_E4M3,
            RvvScalar::Float8E5M2 => ElementCode::FLOAT8_E5M2,
        };
        let (shape, is_const) = match (self.elements, self.tuple) {
            (Elements::Vector(elements), None) => (TypeStringShape::Scalable(elements), false),
            (Elements::Vector(elements), Some(vectors)) => {
                (TypeStringShape::Tuple { vectors, elements }, false)
            }
            (Elements::Scalar | Elements::Illegal, _) => {
                (TypeStringShape::Scalar, is_immediate || has(RvvModifiers::CONST))
            }
        };
        Some(TypeString { shape, is_immediate, element, is_const, is_pointer })
    }

    /// Returns the C name.
    pub(crate) fn c_name(&self) -> String {
        let is_vector = self.elements != Elements::Scalar;
        let element = match (self.scalar, self.bits) {
            (RvvScalar::Void, _) => "void".to_owned(),
            (RvvScalar::SizeT, _) => "size_t".to_owned(),
            (RvvScalar::Ptrdiff, _) => "ptrdiff_t".to_owned(),
            (RvvScalar::UnsignedLong, _) => "unsigned long".to_owned(),
            (RvvScalar::SignedLong, _) => "long".to_owned(),
            _ if is_vector => format!("v{}", self.vector_name()),
            (RvvScalar::Boolean, _) => "bool".to_owned(),
            (RvvScalar::Float, 16) => "_Float16".to_owned(),
            (RvvScalar::Float, 32) => "float".to_owned(),
            (RvvScalar::Float, _) => "double".to_owned(),
            (RvvScalar::BFloat, _) => "__bf16".to_owned(),
            (RvvScalar::Float8E4M3 | RvvScalar::Float8E5M2, _) => "uint8_t".to_owned(),
            (RvvScalar::Unsigned, bits) => format!("uint{bits}_t"),
            (RvvScalar::Signed, bits) => format!("int{bits}_t"),
        };
        let const_ = if self.modifiers.has(RvvModifiers::CONST) { "const " } else { "" };
        let pointer = if self.modifiers.has(RvvModifiers::POINTER) { " *" } else { "" };
        format!("{const_}{element}{pointer}")
    }

    /// Returns the suffix in intrinsic names: `i32m1x2`.
    pub(crate) fn suffix(&self) -> String {
        let name = self.vector_name();
        let name = name.strip_suffix("_t").unwrap_or(&name);
        let element = self.element();
        match self.elements {
            Elements::Scalar => element,
            // The suffix has the element first, with other letters.
            Elements::Vector(_) | Elements::Illegal => {
                let group = name.rfind('m').unwrap_or(name.len());
                if self.scalar == RvvScalar::Boolean {
                    format!("{element}{}", name.trim_start_matches("bool"))
                } else {
                    format!("{element}{}", &name[group..])
                }
            }
        }
    }

    /// Returns an element in intrinsic names: `i32`; `b` for masks.
    pub(crate) fn element(&self) -> String {
        let letters = match self.scalar {
            RvvScalar::Boolean => return "b".to_owned(),
            RvvScalar::Float => "f",
            RvvScalar::BFloat => "bf",
            RvvScalar::Float8E4M3 => return "f8e4m3".to_owned(),
            RvvScalar::Float8E5M2 => return "f8e5m2".to_owned(),
            RvvScalar::Unsigned => "u",
            RvvScalar::Signed
            | RvvScalar::Void
            | RvvScalar::SizeT
            | RvvScalar::Ptrdiff
            | RvvScalar::UnsignedLong
            | RvvScalar::SignedLong => "i",
        };
        format!("{letters}{}", self.bits)
    }

    /// Whether an operand of this type must be a constant. This includes rounding modes, the
    /// operands of type `unsigned long`.
    pub(crate) fn is_immediate(&self) -> bool {
        self.modifiers.has(RvvModifiers::IMMEDIATE) || self.scalar == RvvScalar::UnsignedLong
    }

    /// Returns the extension that only some vector types require; `None` for a scalar. Loads and
    /// stores of 16-bit elements need a smaller extension than arithmetic.
    pub(crate) fn extension(&self) -> Option<VectorExtension> {
        let Elements::Vector(elements) = self.elements else { return None };
        Some(match (self.scalar, self.bits) {
            (RvvScalar::Boolean, _) => match elements {
                1 => VectorExtension::Zve64x,
                _ => VectorExtension::Zve32x,
            },
            (RvvScalar::Float, 64) => VectorExtension::Zve64d,
            (RvvScalar::BFloat, _) => VectorExtension::Zvfbfmin,
            (RvvScalar::Float8E4M3 | RvvScalar::Float8E5M2, _) => VectorExtension::Zvfofp8min,
            (RvvScalar::Float, 16) => VectorExtension::Zvfh,
            _ if self.bits == 64 || elements == 1 => VectorExtension::Zve64x,
            (RvvScalar::Float, 32) => VectorExtension::Zve32f,
            _ => VectorExtension::Zve32x,
        })
    }

    /// Returns a vector type's name without the prefix from Clang or the header: `int32m1x2_t`.
    pub(crate) fn vector_name(&self) -> String {
        let mut name = String::new();
        let kind = match (self.scalar, self.elements) {
            (RvvScalar::Boolean, Elements::Vector(elements)) => {
                write!(name, "bool{}_t", 64 / elements);
                return name;
            }
            (RvvScalar::Float, _) => "float",
            (RvvScalar::BFloat, _) => "bfloat",
            (RvvScalar::Float8E4M3, _) => "float8e4m3",
            (RvvScalar::Float8E5M2, _) => "float8e5m2",
            (RvvScalar::Unsigned, _) => "uint",
            (RvvScalar::Boolean, Elements::Scalar | Elements::Illegal)
            | (RvvScalar::Signed | RvvScalar::Void | RvvScalar::SizeT | RvvScalar::Ptrdiff, _)
            | (RvvScalar::UnsignedLong | RvvScalar::SignedLong, _) => "int",
        };
        name.push_str(kind);
        if !matches!(self.scalar, RvvScalar::Float8E4M3 | RvvScalar::Float8E5M2) {
            append!(&mut name, self.bits);
        }
        let (prefix, log2) =
            if self.log2_lmul < 0 { ("mf", -self.log2_lmul) } else { ("m", self.log2_lmul) };
        write!(name, "{prefix}{}", 1_u64 << log2.min(63));
        if let Some(count) = self.tuple {
            append!(&mut name, "x", count);
        }
        name.push_str("_t");
        name
    }
}
