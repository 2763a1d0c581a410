//! The class of `mlir/IR/Properties.td`.

use tablewright_records::record_views;

use super::constraint::ConstraintRecord;

record_views! {
    /// A property. In older descriptions it is not a constraint.
    pub(crate) struct PropertyRecord<'s>("Property"): ConstraintRecord {
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
        /// The C++ storage type.
        pub storage_type: &'s str = "storageType",
        /// The C++ type that it is used as.
        pub interface_type: &'s str = "interfaceType",
        /// The C++ expression that converts the storage to the interface type.
        pub convert_from_storage: &'s str = "convertFromStorage",
        /// C++ that stores a value.
        pub assign_to_storage: &'s str = "assignToStorage",
        /// C++ that converts it to an attribute.
        pub convert_to_attribute: &'s str = "convertToAttribute",
        /// C++ that reads it from an attribute.
        pub convert_from_attribute: &'s str = "convertFromAttribute",
        /// The C++ expression that hashes it.
        pub hash: &'s str = "hashProperty",
        /// C++ that reads its text.
        pub parser: &'s str = "parser" else "",
        /// C++ that reads its text if it is there.
        pub optional_parser: &'s str = "optionalParser" else "",
        /// C++ that prints it.
        pub printer: &'s str = "printer" else "",
        /// C++ that reads it from bytecode.
        pub read_bytecode: &'s str = "readFromMlirBytecode",
        /// C++ that writes it as bytecode.
        pub write_bytecode: &'s str = "writeToMlirBytecode",
        /// The property that it adds something to.
        pub base: Option<PropertyRecord<'s>> = "baseProperty" else None,
        /// The C++ value that it has if none is set.
        pub default_value: Option<&'s str> = "defaultValue",
        /// The C++ value that its storage has then.
        pub storage_default_value: Option<&'s str> = "storageTypeValueOverride" else None,
    }
}
