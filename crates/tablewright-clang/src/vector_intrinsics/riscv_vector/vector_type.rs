//! C types for prototype types, given an intrinsic's element type and register group size (LMUL).

use tablewright_text::{TextSink, append};

use super::prototype::{Base, Descriptor, Modifiers, VectorModifier};
use crate::vector_intrinsics::type_string::{ElementCode, Shape, Sign, TypeString};

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

    fn scalar(self) -> (Scalar, u32) {
        match self {
            BasicType::Int8 => (Scalar::Signed, 8),
            BasicType::Int16 => (Scalar::Signed, 16),
            BasicType::Int32 => (Scalar::Signed, 32),
            BasicType::Int64 => (Scalar::Signed, 64),
            BasicType::BFloat16 => (Scalar::BFloat, 16),
            BasicType::Float16 => (Scalar::Float, 16),
            BasicType::Float32 => (Scalar::Float, 32),
            BasicType::Float64 => (Scalar::Float, 64),
            BasicType::Float8E4M3 => (Scalar::Float8E4M3, 8),
            BasicType::Float8E5M2 => (Scalar::Float8E5M2, 8),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scalar {
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
    scalar: Scalar,
    bits: u32,
    log2_lmul: i32,
    /// Number of elements per 64 register bits; none for a scalar.
    elements: Elements,
    modifiers: Modifiers,
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
            Base::Void => ty.scalar = Scalar::Void,
            Base::SizeT => ty.scalar = Scalar::SizeT,
            Base::Ptrdiff => ty.scalar = Scalar::Ptrdiff,
            Base::UnsignedLong => ty.scalar = Scalar::UnsignedLong,
            Base::SignedLong => ty.scalar = Scalar::SignedLong,
            Base::Float32 => (ty.scalar, ty.bits) = (Scalar::Float, 32),
        }
        ty.modify(descriptor.vector)?;
        for (modifier, scalar) in [
            (Modifiers::UNSIGNED, Scalar::Unsigned),
            (Modifiers::SIGNED, Scalar::Signed),
            (Modifiers::FLOAT, Scalar::Float),
            (Modifiers::BFLOAT, Scalar::BFloat),
        ] {
            if descriptor.modifiers.has(modifier) {
                ty.scalar = scalar;
            }
        }
        if descriptor.modifiers.has(Modifiers::ALTERNATIVE_FLOAT8) {
            ty.scalar = match ty.scalar {
                Scalar::Float8E4M3 => Scalar::Float8E5M2,
                Scalar::Void
                | Scalar::SizeT
                | Scalar::Ptrdiff
                | Scalar::UnsignedLong
                | Scalar::SignedLong
                | Scalar::Boolean
                | Scalar::Signed
                | Scalar::Unsigned
                | Scalar::Float
                | Scalar::BFloat
                | Scalar::Float8E5M2 => Scalar::Float8E4M3,
            };
        }
        if descriptor.modifiers.has(Modifiers::LMUL1) {
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
                    (Scalar::Float8E4M3 | Scalar::Float8E5M2, 16) => Scalar::BFloat,
                    (Scalar::Float8E4M3 | Scalar::Float8E5M2 | Scalar::BFloat, 32) => Scalar::Float,
                    (scalar, _) => scalar,
                };
            }
            VectorModifier::Doubling => self.log2_lmul += 1,
            VectorModifier::Mask => {
                self.scalar = Scalar::Boolean;
                self.set_elements();
                self.bits = 1;
                return Some(());
            }
            VectorModifier::Log2Eew(log2) => {
                self.log2_lmul += i32::from(log2) - self.bits.ilog2() as i32;
                self.bits = 1 << log2;
                self.scalar = Scalar::Signed;
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
            (Scalar::Float, 8) | (Scalar::BFloat, 1 | 8 | 32 | 64) => return false,
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
        let (is_immediate, is_pointer) = (has(Modifiers::IMMEDIATE), has(Modifiers::POINTER));
        let element = match self.scalar {
            Scalar::Void => return Some(TypeString::scalar(ElementCode::VOID)),
            Scalar::Ptrdiff => return Some(TypeString::scalar(ElementCode::PTRDIFF)),
            Scalar::UnsignedLong => return Some(TypeString::scalar(ElementCode::UNSIGNED_LONG)),
            Scalar::SignedLong => return Some(TypeString::scalar(ElementCode::LONG)),
            Scalar::SizeT => {
                let size = TypeString::scalar(ElementCode::SIZE);
                return Some(TypeString { is_immediate, is_pointer, ..size });
            }
            Scalar::Boolean => ElementCode::BOOL,
            Scalar::Signed => ElementCode::integer(Sign::Signed, self.bits)?,
            Scalar::Unsigned => ElementCode::integer(Sign::Unsigned, self.bits)?,
            Scalar::Float => ElementCode::float(self.bits, ElementCode::FLOAT16)?,
            Scalar::BFloat => ElementCode::BFLOAT,
            Scalar::Float8E4M3 => ElementCode::FLOAT8_E4M3,
            Scalar::Float8E5M2 => ElementCode::FLOAT8_E5M2,
        };
        let (shape, is_const) = match (self.elements, self.tuple) {
            (Elements::Vector(elements), None) => (Shape::Scalable(elements), false),
            (Elements::Vector(elements), Some(vectors)) => {
                (Shape::Tuple { vectors, elements }, false)
            }
            (Elements::Scalar | Elements::Illegal, _) => {
                (Shape::Scalar, is_immediate || has(Modifiers::CONST))
            }
        };
        Some(TypeString { shape, is_immediate, element, is_const, is_pointer })
    }

    /// Returns the C name.
    pub(crate) fn c_name(&self) -> String {
        let is_vector = self.elements != Elements::Scalar;
        let element = match (self.scalar, self.bits) {
            (Scalar::Void, _) => "void".to_owned(),
            (Scalar::SizeT, _) => "size_t".to_owned(),
            (Scalar::Ptrdiff, _) => "ptrdiff_t".to_owned(),
            (Scalar::UnsignedLong, _) => "unsigned long".to_owned(),
            (Scalar::SignedLong, _) => "long".to_owned(),
            _ if is_vector => format!("v{}", self.vector_name()),
            (Scalar::Boolean, _) => "bool".to_owned(),
            (Scalar::Float, 16) => "_Float16".to_owned(),
            (Scalar::Float, 32) => "float".to_owned(),
            (Scalar::Float, _) => "double".to_owned(),
            (Scalar::BFloat, _) => "__bf16".to_owned(),
            (Scalar::Float8E4M3 | Scalar::Float8E5M2, _) => "uint8_t".to_owned(),
            (Scalar::Unsigned, bits) => format!("uint{bits}_t"),
            (Scalar::Signed, bits) => format!("int{bits}_t"),
        };
        let const_ = if self.modifiers.has(Modifiers::CONST) { "const " } else { "" };
        let pointer = if self.modifiers.has(Modifiers::POINTER) { " *" } else { "" };
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
                if self.scalar == Scalar::Boolean {
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
            Scalar::Boolean => return "b".to_owned(),
            Scalar::Float => "f",
            Scalar::BFloat => "bf",
            Scalar::Float8E4M3 => return "f8e4m3".to_owned(),
            Scalar::Float8E5M2 => return "f8e5m2".to_owned(),
            Scalar::Unsigned => "u",
            Scalar::Signed
            | Scalar::Void
            | Scalar::SizeT
            | Scalar::Ptrdiff
            | Scalar::UnsignedLong
            | Scalar::SignedLong => "i",
        };
        format!("{letters}{}", self.bits)
    }

    /// Whether an operand of this type must be a constant. This includes rounding modes, the
    /// operands of type `unsigned long`.
    pub(crate) fn is_immediate(&self) -> bool {
        self.modifiers.has(Modifiers::IMMEDIATE) || self.scalar == Scalar::UnsignedLong
    }

    /// Returns the extension that only some vector types require; `None` for a scalar. Loads and
    /// stores of 16-bit elements need a smaller extension than arithmetic.
    pub(crate) fn extension(&self) -> Option<VectorExtension> {
        let Elements::Vector(elements) = self.elements else { return None };
        Some(match (self.scalar, self.bits) {
            (Scalar::Boolean, _) => match elements {
                1 => VectorExtension::Zve64x,
                _ => VectorExtension::Zve32x,
            },
            (Scalar::Float, 64) => VectorExtension::Zve64d,
            (Scalar::BFloat, _) => VectorExtension::Zvfbfmin,
            (Scalar::Float8E4M3 | Scalar::Float8E5M2, _) => VectorExtension::Zvfofp8min,
            (Scalar::Float, 16) => VectorExtension::Zvfh,
            _ if self.bits == 64 || elements == 1 => VectorExtension::Zve64x,
            (Scalar::Float, 32) => VectorExtension::Zve32f,
            _ => VectorExtension::Zve32x,
        })
    }

    /// Returns a vector type's name without the prefix from Clang or the header: `int32m1x2_t`.
    pub(crate) fn vector_name(&self) -> String {
        let mut name = String::new();
        let kind = match (self.scalar, self.elements) {
            (Scalar::Boolean, Elements::Vector(elements)) => {
                write!(name, "bool{}_t", 64 / elements);
                return name;
            }
            (Scalar::Float, _) => "float",
            (Scalar::BFloat, _) => "bfloat",
            (Scalar::Float8E4M3, _) => "float8e4m3",
            (Scalar::Float8E5M2, _) => "float8e5m2",
            (Scalar::Unsigned, _) => "uint",
            (Scalar::Boolean, Elements::Scalar | Elements::Illegal)
            | (Scalar::Signed | Scalar::Void | Scalar::SizeT | Scalar::Ptrdiff, _)
            | (Scalar::UnsignedLong | Scalar::SignedLong, _) => "int",
        };
        name.push_str(kind);
        if !matches!(self.scalar, Scalar::Float8E4M3 | Scalar::Float8E5M2) {
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
