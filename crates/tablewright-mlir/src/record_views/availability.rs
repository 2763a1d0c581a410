//! The classes of `mlir/Dialect/SPIRV/IR/SPIRVAvailability.td`, `mlir/Dialect/SPIRV/IR/SPIRVBase.td` and
//! `mlir/Dialect/Tosa/IR/TosaOpBase.td` about what has to be available.

use tablewright_records::record_views;

use super::enum_attr::{EnumAttrRecord, EnumCaseRecord, EnumInfoRecord};
use super::operation::OperationRecord;

record_views! {
    /// Something that has to be available.
    pub(crate) struct AvailabilityRecord<'s>("Availability") {
        /// The namespace of the interface.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// The interface that asks for it.
        pub interface: &'s str = "interfaceName",
        /// What the interface is for.
        pub description: &'s str = "interfaceDescription",
        /// What the function of the interface returns.
        pub query_type: &'s str = "queryFnRetType",
        /// The function of the interface.
        pub query_function: &'s str = "queryFnName",
        /// C++ that adds an instance to others.
        pub merge_action: &'s str = "mergeAction",
        /// The C++ value without any instance.
        pub initializer: &'s str = "initializer",
        /// The C++ type of an instance.
        pub instance_type: &'s str = "instanceType",
        /// C++ before the instance.
        pub preparation: &'s str = "instancePreparation",
        /// The C++ expression of the instance.
        pub instance: &'s str = "instance",
    }

    /// An operation of SPIR-V.
    pub(crate) struct SpirvOpRecord<'s>("SPIRV_Op"): OperationRecord {
        /// What has to be available for it.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability",
        /// Whether functions say what has to be available.
        pub has_availability: bool = "autogenAvailability",
        /// Whether there is an instruction for it.
        pub has_opcode: bool = "hasOpcode",
        /// The name of the instruction.
        pub instruction: &'s str = "spirvOpName",
        /// Whether the functions that write and read it are generated.
        pub has_serialization: bool = "autogenSerialization",
    }

    /// An operation of SPIR-V that is an instruction of an extended set.
    pub(crate) struct SpirvExtensionOpRecord<'s>("SPIRV_ExtInstOp"): SpirvOpRecord {
        /// The number of the instruction.
        pub opcode: i64 = "extendedInstOpcode",
        /// The name of the set.
        pub set: &'s str = "extendedInstSetName",
    }

    /// An operation of TOSA.
    pub(crate) struct TosaOpRecord<'s>("Tosa_Op"): OperationRecord {
        /// What has to be available for it.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability",
    }

    /// An attribute that wraps an enum.
    pub(crate) struct WrappedEnumRecord<'s>("EnumAttr"): EnumAttrRecord {
        /// The enum.
        pub wrapped: EnumInfoRecord<'s> = "enum",
    }

    /// A case of an enum of SPIR-V.
    pub(crate) struct SpirvCaseRecord<'s>("I32EnumAttrCase"): EnumCaseRecord {
        /// What has to be available for it.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability" else Vec::new(),
        /// The capabilities that it includes, where it is one.
        pub implies: Vec<EnumCaseRecord<'s>> = "implies" else Vec::new(),
    }
}
