//! The classes of `mlir/IR/OpBase.td`, `mlir/IR/Traits.td` and `mlir/Interfaces/SideEffectInterfaceBase.td`.

use tablewright_records::{Dag, Record, record_views};

use super::dialect::DialectRecord;

record_views! {
    /// An operation.
    pub(crate) struct OperationRecord<'s>("Op") {
        /// The dialect.
        pub dialect: DialectRecord<'s> = "opDialect",
        /// The name without the dialect prefix.
        pub op_name: &'s str = "opName",
        /// The namespace of its C++ class.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// A one-line summary.
        pub summary: Option<&'s str> = "summary",
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
        /// Documentation group.
        pub doc_group: Option<OpDocGroupRecord<'s>> = "opDocGroup" else None,
        /// Its operands, attributes and properties.
        pub arguments: Dag<'s> = "arguments",
        /// Its results.
        pub results: Dag<'s> = "results",
        /// Its regions.
        pub regions: Dag<'s> = "regions",
        /// Its successors.
        pub successors: Dag<'s> = "successors",
        /// More functions that build it.
        pub builders: Option<Vec<OpBuilderRecord<'s>>> = "builders",
        /// Whether only these functions build it.
        pub skips_default_builders: bool = "skipDefaultBuilders",
        /// The assembly format.
        pub assembly_format: Option<&'s str> = "assemblyFormat",
        /// Whether functions that are defined elsewhere read and print it.
        pub has_custom_assembly_format: bool = "hasCustomAssemblyFormat",
        /// Whether a function that is defined elsewhere verifies it.
        pub has_verifier: bool = "hasVerifier",
        /// Whether a function that is defined elsewhere verifies it after its regions.
        pub has_region_verifier: bool = "hasRegionVerifier",
        /// Whether it has patterns that canonicalize it.
        pub has_canonicalizer: bool = "hasCanonicalizer",
        /// Whether it has a function that canonicalizes it.
        pub has_canonicalize_method: bool = "hasCanonicalizeMethod",
        /// Whether it can be folded.
        pub has_folder: bool = "hasFolder",
        /// Whether functions that are defined elsewhere print its properties.
        pub has_custom_properties_printer: bool = "hasCustomPropertiesPrinter" else false,
        /// Whether functions that are defined elsewhere write its properties as bytecode.
        pub has_custom_properties_encoding: bool = "useCustomPropertiesEncoding",
        /// Its traits.
        pub traits: Vec<Record<'s>> = "traits",
        /// More C++ members of its class.
        pub extra_class_declaration: Option<&'s str> = "extraClassDeclaration",
        /// Their definitions.
        pub extra_class_definition: Option<&'s str> = "extraClassDefinition",
    }

    /// Operations that documents describe together.
    pub(crate) struct OpDocGroupRecord<'s>("OpDocGroup") {
        /// A one-line summary.
        pub summary: Option<&'s str> = "summary",
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
    }

    /// A function that builds an operation.
    pub(crate) struct OpBuilderRecord<'s>("OpBuilder") {
        /// Its parameters.
        pub parameters: Dag<'s> = "dagParams",
        /// Its C++ statements.
        pub body: Option<&'s str> = "body",
        /// Deprecation message.
        pub deprecated: Option<&'s str> = "odsCppDeprecated" else None,
    }

    /// An operand, attribute or result with more information than its constraint.
    pub(crate) struct OpVariableRecord<'s>("OpVariable") {
        /// The constraint.
        pub constraint: Record<'s> = "constraint",
        /// A one-line summary.
        pub summary: Option<&'s str> = "summary",
        /// Decorators, such as its effects.
        pub decorators: Vec<Record<'s>> = "decorators",
    }

    /// A trait list used as a single trait.
    pub(crate) struct TraitListRecord<'s>("TraitList") {
        /// The traits.
        pub traits: Vec<Record<'s>> = "traits",
    }

    /// A trait that changes the generated code.
    pub(crate) struct GenInternalTraitRecord<'s>("GenInternalTrait") {
        /// Its name with its namespace.
        pub trait_name: &'s str = "trait",
    }

    /// A structural operation trait, verified before other traits.
    pub(crate) struct StructuralOpTraitRecord<'s>("StructuralOpTrait") {}

    /// An operation trait and the traits that must come before it.
    pub(crate) struct DependentTraitRecord<'s>("Trait") {
        /// These.
        pub dependent_traits: Vec<Record<'s>> = "dependentTraits" else Vec::new(),
    }

    /// Effects of an operation.
    pub(crate) struct SideEffectsTraitRecord<'s>("SideEffectsTraitBase") {
        /// The interface that returns them.
        pub trait_name: &'s str = "trait",
        /// Its namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// The C++ class for effects of this kind.
        pub base_effect: &'s str = "baseEffectName",
        /// The effects.
        pub effects: Vec<SideEffectRecord<'s>> = "effects",
    }

    /// An effect.
    pub(crate) struct SideEffectRecord<'s>("SideEffect") {
        /// The C++ class for effects of this kind.
        pub base_effect: &'s str = "baseEffectName",
        /// The interface that returns it.
        pub interface_trait: &'s str = "interfaceTrait",
        /// The interface namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// Its C++ class.
        pub effect: &'s str = "effect",
        /// The C++ class for the resource that it acts on.
        pub resource: &'s str = "resource",
        /// Its rank among the effects of the operation.
        pub stage: i64 = "stage",
        /// Whether it acts on the whole resource.
        pub is_full: bool = "effectOnFullRegion",
    }

    /// A trait: types are the same.
    pub(crate) struct AllTypesMatchRecord<'s>("AllTypesMatch") {
        /// The operands, results and attributes that have them.
        pub values: Vec<&'s str> = "values",
    }

    /// A trait: a type follows from another.
    pub(crate) struct TypesMatchWithRecord<'s>("TypesMatchWith") {
        /// The operand, result or attribute from whose type the other type follows.
        pub from: &'s str = "lhs",
        /// The operand, result or attribute with the computed type.
        pub to: &'s str = "rhs",
        /// The C++ expression that computes the other type.
        pub transformer: &'s str = "transformer",
    }

    /// A trait: a variadic operand's types follow from a shaped type.
    pub(crate) struct ShapedTypeMatchesRecord<'s>("ShapedTypeMatchesElementCountAndTypes") {
        /// The operand that is shaped.
        pub shaped: &'s str = "shaped",
        /// The list.
        pub elements: &'s str = "elements",
    }
}
