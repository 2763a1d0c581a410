//! Nodes of Clang's syntax trees: the classes in `ASTNode.td`, `TypeNodes.td` and
//! `PropertiesBase.td`.

use tablewright_records::record_views;

record_views! {
    /// A node class in a syntax tree.
    pub(crate) struct AstNodeRecord<'s>("ASTNode") {
        /// The base class.
        pub(crate) base: Option<AstNodeRecord<'s>> = "Base",
        /// Whether the class is abstract.
        pub(crate) is_abstract: bool = "Abstract",
    }

    /// An entity with properties: a node class, or a kind of value.
    pub(crate) struct HasPropertiesRecord<'s>("HasProperties") {}

    /// A property.
    pub(crate) struct PropertyRecord<'s>("Property") {
        /// The entity with the property.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The property's name.
        pub(crate) property_name: &'s str = "Name",
        /// The property's type.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
        /// The expression that reads it from an object.
        pub(crate) read: &'s str = "Read",
        /// The condition for its existence; empty if it always exists.
        pub(crate) conditional: &'s str = "Conditional",
    }

    /// The code that creates an object from its properties.
    pub(crate) struct CreatorRecord<'s>("Creator") {
        /// The node class or kind of value.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The code.
        pub(crate) create: &'s str = "Create",
    }

    /// Properties that a node class does not inherit.
    pub(crate) struct OverrideRecord<'s>("Override") {
        /// The node class or kind of value.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The names of the properties.
        pub(crate) ignored_properties: Vec<&'s str> = "IgnoredProperties",
    }

    /// Code that precedes reads of an object's properties.
    pub(crate) struct ReadHelperRecord<'s>("ReadHelper") {
        /// The node class or kind of value.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The code.
        pub(crate) code: &'s str = "Code",
    }

    /// A property type.
    pub(crate) struct PropertyTypeRecord<'s>("PropertyType") {
        /// The name in C++; empty for a type without a name.
        pub(crate) cxx_name: &'s str = "CXXName",
        /// Whether write methods take it by reference.
        pub(crate) is_passed_by_reference: bool = "PassByReference",
        /// Whether it is `const` when it is written.
        pub(crate) is_const_when_writing: bool = "ConstWhenWriting",
        /// Element types for which reading needs buffers.
        pub(crate) buffer_element_types: Vec<PropertyTypeRecord<'s>> = "BufferElementTypes",
        /// The code that packs an optional value.
        pub(crate) pack_optional: &'s str = "PackOptional",
        /// The code that unpacks an optional value.
        pub(crate) unpack_optional: &'s str = "UnpackOptional",
    }

    /// A type with several values. `Optional`, with at most one, has this field, too.
    pub(crate) struct ArrayRecord<'s>("Array"): PropertyTypeRecord {
        /// The element type.
        pub(crate) element: PropertyTypeRecord<'s> = "Element",
    }

    /// A node class as a type.
    pub(crate) struct SubclassPropertyTypeRecord<'s>("SubclassPropertyType"): PropertyTypeRecord {
        /// The type of the base class.
        pub(crate) base: PropertyTypeRecord<'s> = "Base",
        /// The class name.
        pub(crate) subclass_name: &'s str = "SubclassName",
    }

    /// The discriminator of a type with several kinds of values.
    pub(crate) struct PropertyTypeKindRecord<'s>("PropertyTypeKind") {
        /// The type.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
        /// The discriminator's type.
        pub(crate) kind_type: PropertyTypeRecord<'s> = "KindType",
        /// The name of the property with the kind.
        pub(crate) kind_property_name: &'s str = "KindPropertyName",
        /// The expression that reads the kind from a value.
        pub(crate) read: &'s str = "Read",
    }

    /// A kind of value.
    pub(crate) struct PropertyTypeCaseRecord<'s>("PropertyTypeCase"): HasPropertiesRecord {
        /// The kind's name.
        pub(crate) case_name: &'s str = "Name",
        /// The type.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
    }
}
