//! The classes in `mlir/IR/AttrTypeBase.td` and `mlir/IR/Traits.td`, and `CArg` in `mlir/IR/Utils.td`.

use super::enum_attr::EnumAttrRecord;
use tablewright_records::{Dag, Record, record_views};

use super::dialect::DialectRecord;
use super::enum_attr::EnumInfoRecord;

record_views! {
    /// A dialect's attribute or type.
    pub(crate) struct AttrOrTypeDefRecord<'s>("AttrOrTypeDef") {
        /// A one-line summary.
        pub summary: Option<&'s str> = "summary" else None,
        /// A Markdown description.
        pub description: Option<&'s str> = "description" else None,
        /// The C++ class that its class derives from.
        pub base_class: &'s str = "cppBaseClassName",
        /// The C++ class of the storage.
        pub storage_class: &'s str = "storageClass",
        /// The namespace of the storage.
        pub storage_namespace: &'s str = "storageNamespace",
        /// Whether the storage is generated.
        pub generates_storage: bool = "genStorageClass",
        /// Whether the storage's constructor is defined elsewhere.
        pub has_custom_constructor: bool = "hasStorageCustomConstructor",
        /// Its parameters.
        pub parameters: Dag<'s> = "parameters",
        /// More functions that create it.
        pub builders: Option<Vec<AttrOrTypeBuilderRecord<'s>>> = "builders",
        /// Its traits.
        pub traits: Vec<Record<'s>> = "traits",
        /// The word that it begins with.
        pub mnemonic: Option<&'s str> = "mnemonic",
        /// The assembly format.
        pub assembly_format: Option<&'s str> = "assemblyFormat",
        /// Whether it is read and printed by functions that are defined elsewhere.
        pub has_custom_assembly_format: bool = "hasCustomAssemblyFormat",
        /// Whether functions return its parameters.
        pub generates_accessors: bool = "genAccessors",
        /// Whether the default creation function is left out.
        pub skips_default_builders: bool = "skipDefaultBuilders",
        /// Whether a function verifies its parameters.
        pub generates_verify: bool = "genVerifyDecl",
        /// More C++ members of its class.
        pub extra_class_declaration: &'s str = "extraClassDeclaration",
        /// Their definitions.
        pub extra_class_definition: &'s str = "extraClassDefinition",
        /// Whether the mnemonic is the alias.
        pub generates_mnemonic_alias: bool = "genMnemonicAlias" else false,
        /// The C++ class name.
        pub class_name: &'s str = "cppClassName",
        /// The dialect.
        pub dialect: DialectRecord<'s> = "dialect",
    }

    /// A dialect's attribute.
    pub(crate) struct AttrDefRecord<'s>("AttrDef"): AttrOrTypeDefRecord {
        /// The full name, for example `dialect.name`.
        pub attr_name: &'s str = "attrName",
    }

    /// A dialect's type.
    pub(crate) struct TypeDefRecord<'s>("TypeDef"): AttrOrTypeDefRecord {
        /// The full name, for example `dialect.name`.
        pub type_name: &'s str = "typeName",
    }

    /// A function that creates an attribute or a type.
    pub(crate) struct AttrOrTypeBuilderRecord<'s>("AttrOrTypeBuilder") {
        /// Its parameters.
        pub parameters: Dag<'s> = "dagParams",
        /// Its C++ statements.
        pub body: Option<&'s str> = "body",
        /// The return type, if it differs from the class itself.
        pub return_type: Option<&'s str> = "returnType" else None,
        /// Whether the context follows from the parameters.
        pub infers_context: bool = "hasInferredContextParam",
    }

    /// A parameter of a builder with a default.
    pub(crate) struct CArgRecord<'s>("CArg") {
        /// The C++ type.
        pub cpp_type: &'s str = "type",
        /// The C++ default argument.
        pub default_value: Option<&'s str> = "defaultValue",
    }

    /// A parameter of an attribute or a type. A constraint with a C++ type is also a parameter, and lacks most fields.
    pub(crate) struct AttrOrTypeParameterRecord<'s>("AttrOrTypeParameter") {
        /// C++ that allocates the value.
        pub allocator: Option<&'s str> = "allocator" else None,
        /// The C++ expression that compares two values.
        pub comparator: Option<&'s str> = "comparator" else None,
        /// The C++ type.
        pub cpp_type: &'s str = "cppType",
        /// The C++ type that is returned.
        pub accessor_type: Option<&'s str> = "cppAccessorType" else None,
        /// The C++ type of the parsed value, before conversion.
        pub storage_type: Option<&'s str> = "cppStorageType" else None,
        /// The C++ expression that converts the parsed value.
        pub convert_from_storage: &'s str = "convertFromStorage" else "$_self",
        /// A Markdown description.
        pub summary: Option<&'s str> = "summary" else None,
        /// The syntax, for documents.
        pub syntax: Option<&'s str> = "syntax" else None,
        /// The enum for its values.
        pub cases: Option<EnumInfoRecord<'s>> = "enum" else None,
        /// C++ that reads it.
        pub parser: Option<&'s str> = "parser" else None,
        /// C++ that prints it.
        pub printer: Option<&'s str> = "printer" else None,
        /// The C++ default value.
        pub default_value: Option<&'s str> = "defaultValue" else None,
    }

    /// The parameter that is the type of an attribute.
    pub(crate) struct SelfTypeParameterRecord<'s>("AttributeSelfTypeParameter"): AttrOrTypeParameterRecord {}

    /// A parameter that is an array.
    pub(crate) struct ArrayRefParameterRecord<'s>("ArrayRefParameter"): AttrOrTypeParameterRecord {}

    /// An array parameter that is empty by default.
    pub(crate) struct OptionalArrayRefParameterRecord<'s>("OptionalArrayRefParameter"): AttrOrTypeParameterRecord {}

    /// An attribute for an enum as a parameter.
    pub(crate) struct EnumAttrParameterRecord<'s>("EnumAttrParameter"): AttrOrTypeParameterRecord {
        /// The attribute.
        pub attribute: EnumAttrRecord<'s> = "attr",
        /// Its dialect.
        pub dialect: DialectRecord<'s> = "dialect",
    }

    /// A trait that is written in C++.
    pub(crate) struct NativeTraitRecord<'s>("NativeTrait") {
        /// The C++ class name.
        pub trait_name: &'s str = "trait",
        /// Its namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// Members of classes that have the trait.
        pub extra_declaration: Option<&'s str> = "extraConcreteClassDeclaration" else None,
        /// Their definitions.
        pub extra_definition: Option<&'s str> = "extraConcreteClassDefinition" else None,
    }

    /// A trait that is a condition.
    pub(crate) struct PredTraitRecord<'s>("PredTrait") {
        /// A one-line summary.
        pub summary: &'s str = "summary",
        /// The condition.
        pub predicate: Record<'s> = "predicate",
    }
}
