//! Types for GlobalISel's virtual registers (`LLT` in C++).

use std::collections::BTreeSet;

use tablewright_records::{Feature, FieldError, RecordStore, Release};
use tablewright_target::value_types::{ValueType, ValueTypes};

/// A type of a virtual register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[doc(alias = "LLTCodeGen")]
pub enum LowLevelType {
    /// A pointer.
    Pointer {
        /// Its address space.
        address_space: u32,
        /// Its size.
        bits: u32,
    },
    /// An integer or a floating-point number.
    Scalar(ScalarType),
    /// A vector of scalars.
    Vector {
        /// Whether the element count is a multiple of `elements` that is known only at run time.
        is_scalable: bool,
        /// The number of elements.
        elements: u32,
        /// The element type.
        element: ScalarType,
    },
}

/// A scalar or vector element type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScalarType {
    /// The meaning of the bits.
    pub kind: ScalarKind,
    /// Its size.
    pub bits: u32,
    /// The format of a floating-point number.
    pub format: Option<FloatFormat>,
}

/// The meaning of a scalar's bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScalarKind {
    /// Unspecified.
    Any,
    /// An integer.
    Integer,
    /// A floating-point number.
    Float,
}

/// A floating-point format, in `APFloat` order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[doc(alias = "FpSemantics")]
pub enum FloatFormat {
    /// `f16`
    Half,
    /// `bf16`
    BFloat,
    /// `f32`
    Single,
    /// `f64`
    Double,
    /// `f128`
    Quad,
    /// `ppcf128`
    PpcDoubleDouble,
    /// `f80`
    X87,
}

impl FloatFormat {
    /// All formats, with the names of their value types.
    const ALL: [(FloatFormat, &'static str); 7] = [
        (FloatFormat::Half, "f16"),
        (FloatFormat::BFloat, "bf16"),
        (FloatFormat::Single, "f32"),
        (FloatFormat::Double, "f64"),
        (FloatFormat::Quad, "f128"),
        (FloatFormat::PpcDoubleDouble, "ppcf128"),
        (FloatFormat::X87, "f80"),
    ];
}

/// The amount of detail in types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeDetail {
    /// Only the size.
    Size,
    /// The size and the meaning of the bits (`--gisel-extended-llt`).
    Kind,
}

/// GlobalISel types for scalar value types.
#[derive(Debug)]
pub struct ScalarTypes {
    /// Floating-point formats; `None` if types only state sizes.
    formats: Option<Vec<(ValueType, FloatFormat)>>,
}

impl ScalarTypes {
    /// Creates the types with this detail.
    ///
    /// # Errors
    /// Fails if a value type record lacks a number.
    pub fn new(
        detail: TypeDetail,
        store: &RecordStore,
        types: &ValueTypes,
    ) -> Result<ScalarTypes, FieldError> {
        if detail == TypeDetail::Size {
            return Ok(ScalarTypes { formats: None });
        }
        let mut formats = Vec::new();
        for (format, name) in FloatFormat::ALL {
            formats.extend(types.named(store, name)?.map(|ty| (ty, format)));
        }
        Ok(ScalarTypes { formats: Some(formats) })
    }

    /// Returns the low-level type for a value type with this number of bits.
    pub fn scalar(&self, ty: ValueType, bits: u32, is_integer: bool) -> ScalarType {
        let Some(formats) = &self.formats else {
            return ScalarType::any(bits);
        };
        if is_integer {
            return ScalarType { kind: ScalarKind::Integer, bits, format: None };
        }
        let format = formats.iter().find(|known| known.0 == ty).map(|known| known.1);
        ScalarType { kind: ScalarKind::Float, bits, format }
    }
}

impl ScalarType {
    /// Creates a type with a size in bits but without a meaning.
    pub fn any(bits: u32) -> ScalarType {
        ScalarType { kind: ScalarKind::Any, bits, format: None }
    }
}

impl LowLevelType {
    /// Creates a scalar with unspecified meaning.
    pub fn scalar(bits: u32) -> LowLevelType {
        LowLevelType::Scalar(ScalarType::any(bits))
    }

    /// Creates a vector; a scalar for a fixed vector with one element.
    pub fn vector(is_scalable: bool, elements: u32, element: ScalarType) -> LowLevelType {
        if elements == 1 && !is_scalable {
            return LowLevelType::Scalar(element);
        }
        LowLevelType::Vector { is_scalable, elements, element }
    }

    /// Returns a pointer.
    pub fn pointer(address_space: u32, bits: u32) -> LowLevelType {
        LowLevelType::Pointer { address_space, bits }
    }

    /// Returns the size in bits; for a scalable vector, the minimum.
    pub fn bits(self) -> u32 {
        match self {
            LowLevelType::Pointer { bits, .. } => bits,
            LowLevelType::Scalar(scalar) => scalar.bits,
            LowLevelType::Vector { elements, element, .. } => elements * element.bits,
        }
    }

    /// Returns whether the type only states a size.
    pub fn is_generic(self) -> bool {
        match self {
            LowLevelType::Pointer { .. } => false,
            LowLevelType::Scalar(scalar) | LowLevelType::Vector { element: scalar, .. } => {
                scalar.kind == ScalarKind::Any
            }
        }
    }

    /// Returns the type with the same shape and unspecified meaning.
    pub fn generic(self) -> LowLevelType {
        match self {
            LowLevelType::Pointer { .. } => self,
            LowLevelType::Scalar(scalar) => LowLevelType::scalar(scalar.bits),
            LowLevelType::Vector { is_scalable, elements, element } => {
                let element = ScalarType::any(element.bits);
                LowLevelType::Vector { is_scalable, elements, element }
            }
        }
    }

    /// Returns the sort key for types with a meaning: scalars come before pointers and vectors, and vectors are sorted
    /// by element first.
    fn key_by_element(self) -> (u32, u32, Option<ScalarType>, u32, bool) {
        match self {
            LowLevelType::Scalar(scalar) => (0, 0, Some(scalar), 0, false),
            LowLevelType::Pointer { address_space, bits } => (1, bits, None, address_space, false),
            LowLevelType::Vector { is_scalable, elements, element } => {
                (2, 0, Some(element), elements, is_scalable)
            }
        }
    }

    /// Returns the types in the order of a table's enum.
    pub fn in_order(types: &BTreeSet<LowLevelType>, release: Release) -> Vec<LowLevelType> {
        let mut types: Vec<LowLevelType> = types.iter().copied().collect();
        if release.has(Feature::LowLevelTypesHaveKinds) {
            types.sort_by_key(|ty| ty.key_by_element());
        }
        types
    }
}

/// A known type, or a matched operand's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "LLTCodeGenOrTempType")]
pub enum TypeOrTemp {
    /// A type.
    Known(LowLevelType),
    /// A stored operand type.
    Temp(super::TempTypeId),
}
