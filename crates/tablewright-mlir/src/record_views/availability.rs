//! The availability classes in `mlir/Dialect/SPIRV/IR/SPIRVAvailability.td`, `mlir/Dialect/SPIRV/IR/SPIRVBase.td` and
//! `mlir/Dialect/Tosa/IR/TosaOpBase.td`.

use tablewright_records::record_views;

use super::enum_attr::{EnumAttrRecord, EnumCaseRecord, EnumInfoRecord};
use super::operation::OperationRecord;

record_views! {
    /// A required capability, extension or version.
    pub(crate) struct AvailabilityRecord<'s>("Availability") {
        /// The interface namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// The query interface.
        pub interface: &'s str = "interfaceName",
        /// The interface description.
        pub description: &'s str = "interfaceDescription",
        /// The query function's return type.
        pub query_type: &'s str = "queryFnRetType",
        /// The function of the interface.
        pub query_function: &'s str = "queryFnName",
        /// C++ that adds an instance to others.
        pub merge_action: &'s str = "mergeAction",
        /// The C++ value without any instance.
        pub initializer: &'s str = "initializer",
        /// The C++ instance type.
        pub instance_type: &'s str = "instanceType",
        /// C++ before the instance.
        pub preparation: &'s str = "instancePreparation",
        /// The C++ expression for the instance.
        pub instance: &'s str = "instance",
    }

    /// An operation of SPIR-V.
    pub(crate) struct SpirvOpRecord<'s>("SPIRV_Op"): OperationRecord {
        /// Its required availabilities.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability",
        /// Whether functions report its required availabilities.
        pub has_availability: bool = "autogenAvailability",
        /// Whether an instruction exists for it.
        pub has_opcode: bool = "hasOpcode",
        /// The name of the instruction.
        pub instruction: &'s str = "spirvOpName",
        /// Whether the functions that write and read it are generated.
        pub has_serialization: bool = "autogenSerialization",
    }

    /// A SPIR-V operation that is an extended instruction.
    pub(crate) struct SpirvExtensionOpRecord<'s>("SPIRV_ExtInstOp"): SpirvOpRecord {
        /// The number of the instruction.
        pub opcode: i64 = "extendedInstOpcode",
        /// The set's name.
        pub set: &'s str = "extendedInstSetName",
    }

    /// An operation of TOSA.
    pub(crate) struct TosaOpRecord<'s>("Tosa_Op"): OperationRecord {
        /// Its required availabilities.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability",
    }

    /// An attribute that wraps an enum.
    pub(crate) struct WrappedEnumRecord<'s>("EnumAttr"): EnumAttrRecord {
        /// The enum.
        pub wrapped: EnumInfoRecord<'s> = "enum",
    }

    /// A case in a SPIR-V enum.
    pub(crate) struct SpirvCaseRecord<'s>("I32EnumAttrCase"): EnumCaseRecord {
        /// Its required availabilities.
        pub availability: Vec<AvailabilityRecord<'s>> = "availability" else Vec::new(),
        /// The included capabilities, if it is a capability.
        pub implies: Vec<EnumCaseRecord<'s>> = "implies" else Vec::new(),
    }
}
