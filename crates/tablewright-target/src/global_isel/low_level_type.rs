//! Types of GlobalISel's virtual registers (`LLT` in C++).

/// A type that says how many bits there are, and not what they mean. Types are ordered as the enum of
/// a table's types is.
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
    Scalar {
        /// Its size.
        bits: u32,
    },
    /// A vector of scalars.
    Vector {
        /// Whether it has a multiple of `elements`, known when the program runs.
        is_scalable: bool,
        /// How many elements it has.
        elements: u32,
        /// The size of one.
        element_bits: u32,
    },
}

impl LowLevelType {
    /// A scalar.
    pub fn scalar(bits: u32) -> LowLevelType {
        LowLevelType::Scalar { bits }
    }

    /// A vector; a scalar for a vector of exactly one element.
    pub fn vector(is_scalable: bool, elements: u32, element_bits: u32) -> LowLevelType {
        if elements == 1 && !is_scalable {
            return LowLevelType::scalar(element_bits);
        }
        LowLevelType::Vector { is_scalable, elements, element_bits }
    }

    /// A pointer.
    pub fn pointer(address_space: u32, bits: u32) -> LowLevelType {
        LowLevelType::Pointer { address_space, bits }
    }

    /// How many bits a value has; for a scalable vector, at least.
    pub fn bits(self) -> u32 {
        match self {
            LowLevelType::Pointer { bits, .. } | LowLevelType::Scalar { bits } => bits,
            LowLevelType::Vector { elements, element_bits, .. } => elements * element_bits,
        }
    }
}

/// A type that is known, or that of an operand that is matched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "LLTCodeGenOrTempType")]
pub enum TypeOrTemp {
    /// A type.
    Known(LowLevelType),
    /// The type that was remembered from an operand.
    Temp(super::TempTypeId),
}
