//! Types of values: the class `ValueType` (`ValueTypes.td`).

use tablewright_records::record_views;
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A type of values.
    pub struct ValueTypeRecord<'s>("ValueType") {
        /// The name of the enumerator of `MVT`.
        pub llvm_name: &'s str = "LLVMName",
        /// `llvm_name`, to look it up.
        pub llvm_name_symbol: Symbol = "LLVMName",
        /// The number of the enumerator. Since release 22 the numbers are counted instead.
        pub value: i64 = "Value",
        /// How many bits a value has.
        pub size: i64 = "Size",
        /// Whether it stands for several types. Up to release 15 only the name says what a type is.
        pub is_overloaded: Option<bool> = "isOverloaded" else None,
        /// Whether it holds integers.
        pub is_integer: Option<bool> = "isInteger" else None,
        /// Whether it holds floating-point numbers. Release 18 sets it only where it does.
        pub is_fp: Option<bool> = "isFP" else None,
        /// Whether it is a vector; not in releases where only the name says so.
        pub is_vector: Option<bool> = "isVector" else None,
        /// Whether a vector has a multiple of `element_count` elements.
        pub is_scalable: Option<bool> = "isScalable" else None,
        /// How many elements a vector has, at least.
        pub element_count: Option<i64> = "nElem" else None,
        /// The type of a vector's elements.
        pub element_type: ValueTypeRecord<'s> = "ElementType",
        /// How many vectors a tuple of RISC-V is made of; zero for other types.
        pub field_count: i64 = "NF" else 0,
        /// Whether it is a tuple of vectors of RISC-V.
        pub is_riscv_vec_tuple: Option<bool> = "isRISCVVecTuple" else None,
        /// Whether it is among the types that values have in the selection DAG.
        pub is_normal_value_type: bool = "isNormalValueType" else true,
        /// Whether it is a capability of CHERI.
        pub is_cheri_capability: Option<bool> = "isCheriCapability" else None,
    }

    /// A pointer, whose type is that of the integer that it is made of.
    pub struct PtrValueTypeRecord<'s>("PtrValueType"): ValueTypeRecord {
        /// The number of the address space that it points into.
        pub addr_space: i64 = "AddrSpace",
    }
}

impl<'s> ValueTypeRecord<'s> {
    /// The name of the enumerator of `MVT`. Releases up to 18 have no field for it: they name their records
    /// as the types are, but for a few.
    pub fn enumerator_name(self) -> &'s str {
        self.llvm_name().unwrap_or_else(|_| match self.name() {
            "OtherVT" => "Other",
            "FlagVT" => "Glue",
            "MetadataVT" => "Metadata",
            other => other,
        })
    }
}
