//! The class of `mlir/IR/DialectBase.td`.

use tablewright_records::{Dag, record_views};

record_views! {
    /// A dialect.
    pub(crate) struct DialectRecord<'s>("Dialect") {
        /// The prefix for its operation names.
        pub dialect_name: &'s str = "name",
        /// A one-line summary.
        pub summary: Option<&'s str> = "summary",
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
        /// C++ classes for the dialects that are loaded with it.
        pub dependent_dialects: Vec<&'s str> = "dependentDialects",
        /// Attributes that it attaches to operations of any dialect.
        pub discardable_attributes: Dag<'s> = "discardableAttrs",
        /// The namespace; the dialect name if it is `?`.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// More C++ members of its class.
        pub extra_class_declaration: &'s str = "extraClassDeclaration",
        /// Whether it creates constants.
        pub has_constant_materializer: bool = "hasConstantMaterializer",
        /// Whether its destructor is defined elsewhere.
        pub has_non_default_destructor: bool = "hasNonDefaultDestructor",
        /// Whether it verifies its attributes on operations.
        pub has_operation_attr_verify: bool = "hasOperationAttrVerify",
        /// Whether it verifies its attributes on arguments of regions.
        pub has_region_arg_attr_verify: bool = "hasRegionArgAttrVerify",
        /// Whether it verifies its attributes on results of regions.
        pub has_region_result_attr_verify: bool = "hasRegionResultAttrVerify",
        /// Whether it has interfaces for operations of others.
        pub has_operation_interface_fallback: bool = "hasOperationInterfaceFallback",
        /// Whether the reader and printer of attributes are generated.
        pub use_default_attribute_printer_parser: bool = "useDefaultAttributePrinterParser",
        /// Whether the reader and printer of types are generated.
        pub use_default_type_printer_parser: bool = "useDefaultTypePrinterParser",
        /// Whether it has patterns of its own that simplify.
        pub has_canonicalizer: bool = "hasCanonicalizer",
        /// Whether attributes of operations are properties; only releases before 23 have the field.
        pub use_properties_for_attributes: bool = "usePropertiesForAttributes" else true,
        /// Whether operations with `attr-dict` write all properties by other parts of their format; since release 24.
        pub use_strict_properties: bool = "useStrictPropertiesInAssemblyFormat" else true,
        /// Whether entities can be added when the program runs.
        pub is_extensible: bool = "isExtensible",
    }
}
