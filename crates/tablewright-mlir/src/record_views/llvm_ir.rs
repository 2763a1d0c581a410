//! The classes of `mlir/Dialect/LLVMIR/LLVMOpBase.td` and `mlir/Dialect/LLVMIR/LLVMEnums.td`.

use tablewright_records::record_views;

use super::enum_attr::{EnumCaseRecord, EnumInfoRecord};
use super::operation::OperationRecord;

record_views! {
    /// An operation that is translated to and from LLVM IR.
    pub(crate) struct LlvmOpRecord<'s>("LLVM_OpBase"): OperationRecord {
        /// C++ that creates LLVM IR.
        pub llvm_builder: &'s str = "llvmBuilder",
        /// C++ that creates the operation.
        pub mlir_builder: &'s str = "mlirBuilder",
        /// The operand of LLVM IR for each argument, or -1.
        pub argument_indices: Vec<i64> = "llvmArgIndices",
        /// The LLVM IR instruction; not every operation has an instruction.
        pub instruction: &'s str = "llvmInstName",
    }

    /// An operation that is an intrinsic of LLVM IR.
    pub(crate) struct LlvmIntrinsicOpRecord<'s>("LLVM_IntrOpBase"): LlvmOpRecord {
        /// The C++ enumerator of the intrinsic.
        pub enumerator: &'s str = "llvmEnumName",
    }

    /// A case of an enum that LLVM has, too.
    pub(crate) struct LlvmEnumCaseRecord<'s>("LLVM_EnumAttrCase"): EnumCaseRecord {
        /// The enumerator in LLVM.
        pub llvm_enumerant: &'s str = "llvmEnumerant",
    }

    /// An enum that LLVM has, too, as an `enum class` or in a class.
    pub(crate) struct LlvmEnumRecord<'s>("LLVM_EnumAttr"): EnumInfoRecord {
        /// The cases that only LLVM has.
        pub unsupported: Vec<LlvmEnumCaseRecord<'s>> = "unsupported",
        /// The C++ class of LLVM.
        pub llvm_class: &'s str = "llvmClassName",
    }

    /// An enum that LLVM has as integers.
    pub(crate) struct LlvmIntegerEnumRecord<'s>("LLVM_CEnumAttr"): EnumInfoRecord {
        /// The C++ namespace of LLVM.
        pub llvm_class: &'s str = "llvmClassName",
    }
}
