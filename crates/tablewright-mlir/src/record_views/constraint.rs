//! The classes of `mlir/IR/Constraints.td`, `mlir/IR/CommonAttrConstraints.td` and `mlir/IR/CommonTypeConstraints.td`.

use tablewright_records::{Record, record_views};

use super::dialect::DialectRecord;

record_views! {
    /// A condition in C++.
    pub(crate) struct CPredRecord<'s>("CPred") {
        /// The expression, in parentheses.
        pub expression: &'s str = "predExpr",
    }

    /// A condition composed of other conditions.
    pub(crate) struct CombinedPredRecord<'s>("CombinedPred") {
        /// The kind of combination.
        pub kind: Record<'s> = "kind",
        /// The others.
        pub children: Vec<Record<'s>> = "children",
    }

    /// A condition in whose expressions a text is replaced.
    pub(crate) struct SubstLeavesRecord<'s>("SubstLeaves"): CombinedPredRecord {
        /// The text to replace.
        pub pattern: &'s str = "pattern",
        /// The replacement text.
        pub replacement: &'s str = "replacement",
    }

    /// A condition with text before and after it.
    pub(crate) struct ConcatRecord<'s>("Concat"): CombinedPredRecord {
        /// The text before it.
        pub prefix: &'s str = "prefix",
        /// The text after it.
        pub suffix: &'s str = "suffix",
    }

    /// A constraint on attributes, types, regions and so on.
    pub(crate) struct ConstraintRecord<'s>("Constraint") {
        /// The condition; `?` if there is none.
        pub predicate: Record<'s> = "predicate",
        /// A one-line summary.
        pub summary: &'s str = "summary",
    }

    /// A constraint for attributes.
    pub(crate) struct AttrRecord<'s>("Attr"): ConstraintRecord {
        /// The attribute's C++ class.
        pub storage_type: Option<&'s str> = "storageType" else None,
        /// The C++ type of its value.
        pub return_type: Option<&'s str> = "returnType" else None,
        /// The C++ expression that converts the attribute to its value.
        pub convert_from_storage: Option<&'s str> = "convertFromStorage" else None,
        /// The C++ expression that creates the attribute from a value.
        pub builder_call: Option<&'s str> = "constBuilderCall" else None,
        /// The default C++ value.
        pub default_value: Option<&'s str> = "defaultValue" else None,
        /// The type of the attribute's value.
        pub value_type: Option<Record<'s>> = "valueType" else None,
        /// Whether it may be missing.
        pub is_optional: bool = "isOptional" else false,
        /// The wrapped attribute, if this attribute is optional, confined or has a default.
        pub base: Option<AttrRecord<'s>> = "baseAttr" else None,
        /// A Markdown description.
        pub description: Option<&'s str> = "description" else None,
    }

    /// An attribute with additional conditions.
    pub(crate) struct ConfinedAttrRecord<'s>("ConfinedAttr"): AttrRecord {
        /// The constraints with these conditions.
        pub constraints: Vec<ConstraintRecord<'s>> = "attrConstraints",
    }

    /// An attribute that satisfies any of several constraints.
    pub(crate) struct AnyAttrOfRecord<'s>("AnyAttrOf"): AttrRecord {
        /// The constraints.
        pub allowed: Vec<AttrRecord<'s>> = "allowedAttributes",
    }

    /// A type that satisfies any of several constraints.
    pub(crate) struct AnyTypeOfRecord<'s>("AnyTypeOf"): TypeConstraintRecord {
        /// The constraints.
        pub allowed: Vec<TypeConstraintRecord<'s>> = "allowedTypes",
    }

    /// A type that fulfils all of several constraints.
    pub(crate) struct AllOfTypeRecord<'s>("AllOfType"): TypeConstraintRecord {
        /// The constraints.
        pub allowed: Vec<TypeConstraintRecord<'s>> = "allowedTypes",
    }

    /// A type with additional conditions.
    pub(crate) struct ConfinedTypeRecord<'s>("ConfinedType"): TypeConstraintRecord {
        /// The conditions.
        pub predicates: Vec<Record<'s>> = "predicateList",
    }

    /// A complex type with a single element type.
    pub(crate) struct ComplexTypeRecord<'s>("Complex"): ConfinedTypeRecord {
        /// The type of the elements.
        pub element: TypeConstraintRecord<'s> = "elementType",
    }

    /// Integers of a width, with or without sign.
    pub(crate) struct AnyIntegerTypeRecord<'s>("AnyI"): TypeConstraintRecord {
        /// The width in bits.
        pub bitwidth: i64 = "bitwidth",
    }

    /// A region with a number of blocks.
    pub(crate) struct SizedRegionRecord<'s>("SizedRegion"): ConstraintRecord {
        /// The block count.
        pub blocks: i64 = "blocks",
    }

    /// A type of integers.
    pub(crate) struct IntegerTypeRecord<'s>("I") {
        /// The width in bits.
        pub bitwidth: i64 = "bitwidth",
    }

    /// A constraint for the types of values.
    pub(crate) struct TypeConstraintRecord<'s>("TypeConstraint"): ConstraintRecord {
        /// The C++ type; older descriptions have `cppClassName` instead.
        pub cpp_type: Option<&'s str> = "cppType" else None,
        /// The C++ type in older descriptions.
        pub cpp_class_name: &'s str = "cppClassName",
        /// The element type, if the value count is variable.
        pub base_type: Option<TypeConstraintRecord<'s>> = "baseType" else None,
        /// C++ that creates the type.
        pub builder_call: Option<&'s str> = "builderCall" else None,
    }

    /// Any number of values.
    pub(crate) struct VariadicRecord<'s>("Variadic"): TypeConstraintRecord {}

    /// Any number of value lists.
    pub(crate) struct VariadicOfVariadicRecord<'s>("VariadicOfVariadic"): VariadicRecord {
        /// The attribute that contains their lengths.
        pub segment_attribute: &'s str = "segmentAttrName",
    }

    /// A value that may be missing.
    pub(crate) struct OptionalRecord<'s>("Optional"): TypeConstraintRecord {}

    /// A type.
    pub(crate) struct TypeRecord<'s>("Type"): TypeConstraintRecord {
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
    }

    /// A dialect's type.
    pub(crate) struct DialectTypeRecord<'s>("DialectType"): TypeRecord {
        /// The dialect.
        pub dialect: DialectRecord<'s> = "dialect",
    }

    /// A dialect's attribute.
    pub(crate) struct DialectAttrRecord<'s>("DialectAttr"): AttrRecord {
        /// The dialect.
        pub dialect: DialectRecord<'s> = "dialect",
    }

    /// An attribute that follows from the operation.
    pub(crate) struct DerivedAttrRecord<'s>("DerivedAttr"): AttrRecord {
        /// The C++ statements that compute it.
        pub body: &'s str = "body",
    }

    /// A constraint that exactly one attribute satisfies.
    pub(crate) struct ConstantAttrRecord<'s>("ConstantAttr"): ConstraintRecord {
        /// The attribute kind, regardless of the value.
        pub attribute: AttrRecord<'s> = "attr",
        /// Its C++ value.
        pub value: &'s str = "value",
    }

    /// An attribute that is a type.
    pub(crate) struct TypeAttrRecord<'s>("TypeAttrBase"): AttrRecord {}

    /// Any number of successors.
    pub(crate) struct VariadicSuccessorRecord<'s>("VariadicSuccessor"): ConstraintRecord {}

    /// Any number of regions.
    pub(crate) struct VariadicRegionRecord<'s>("VariadicRegion"): ConstraintRecord {}

    /// A constraint for regions.
    pub(crate) struct RegionConstraintRecord<'s>("RegionConstraint"): ConstraintRecord {}

    /// A constraint for successors.
    pub(crate) struct SuccessorConstraintRecord<'s>("SuccessorConstraint"): ConstraintRecord {}

    /// A constraint for attributes.
    pub(crate) struct AttrConstraintRecord<'s>("AttrConstraint"): ConstraintRecord {}

    /// A constraint for properties.
    pub(crate) struct PropConstraintRecord<'s>("PropConstraint"): ConstraintRecord {
        /// The C++ type of the property; empty for any.
        pub interface_type: &'s str = "interfaceType",
    }

    /// A constraint that exactly one property value satisfies.
    pub(crate) struct ConstantPropRecord<'s>("ConstantProp"): PropConstraintRecord {
        /// The C++ value.
        pub value: &'s str = "value",
    }
}
