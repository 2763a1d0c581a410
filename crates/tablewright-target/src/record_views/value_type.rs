//! Value types: the class `ValueType` (`ValueTypes.td`).

use tablewright_records::record_views;
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A value type.
    pub struct ValueTypeRecord<'s>("ValueType") {
        /// Enumerator name in `MVT`.
        pub llvm_name: &'s str = "LLVMName",
        /// `llvm_name` as a symbol, for lookups.
        pub llvm_name_symbol: Symbol = "LLVMName",
        /// Enumerator number. Since release 22 the records are counted instead.
        pub value: i64 = "Value",
        /// Value size in bits.
        pub size: i64 = "Size",
        /// Whether the type is a placeholder for several types. Up to release 15 only the name determines the
        /// type properties.
        pub is_overloaded: Option<bool> = "isOverloaded" else None,
        /// Whether the type is an integer type or an integer vector.
        pub is_integer: Option<bool> = "isInteger" else None,
        /// Whether the type is a floating-point type or a floating-point vector. Release 18 sets the field only
        /// if this holds.
        pub is_fp: Option<bool> = "isFP" else None,
        /// Whether the type is a vector. `None` in releases in which only the name determines the type
        /// properties.
        pub is_vector: Option<bool> = "isVector" else None,
        /// Whether a vector has a runtime multiple of `element_count` elements.
        pub is_scalable: Option<bool> = "isScalable" else None,
        /// Number of vector elements; the minimum for a scalable vector.
        pub element_count: Option<i64> = "nElem" else None,
        /// Element type in a vector.
        pub element_type: ValueTypeRecord<'s> = "ElementType",
        /// Number of vectors in a RISC-V vector tuple; 0 for other types.
        pub field_count: i64 = "NF" else 0,
        /// Whether the type is a RISC-V vector tuple.
        pub is_riscv_vec_tuple: Option<bool> = "isRISCVVecTuple" else None,
        /// Whether selection DAG values can have the type.
        pub is_normal_value_type: bool = "isNormalValueType" else true,
        /// Whether the type is a CHERI capability.
        pub is_cheri_capability: Option<bool> = "isCheriCapability" else None,
    }

    /// A pointer. Its type is the integer type with the pointer's size.
    pub struct PtrValueTypeRecord<'s>("PtrValueType"): ValueTypeRecord {
        /// Address space number.
        pub addr_space: i64 = "AddrSpace",
    }
}

impl<'s> ValueTypeRecord<'s> {
    /// Returns the enumerator name in `MVT`. Releases up to 18 do not have a field for the name.
    /// Their record names are the type names, with a few exceptions.
    pub fn enumerator_name(self) -> &'s str {
        self.llvm_name().unwrap_or_else(|_| match self.name() {
            "OtherVT" => "Other",
            "FlagVT" => "Glue",
            "MetadataVT" => "Metadata",
            other => other,
        })
    }
}
