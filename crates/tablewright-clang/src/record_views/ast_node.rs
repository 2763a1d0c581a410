//! Nodes of Clang's syntax trees: the classes of `ASTNode.td`, `TypeNodes.td` and `PropertiesBase.td`.

use tablewright_records::record_views;

record_views! {
    /// A class of nodes of a syntax tree.
    pub(crate) struct AstNodeRecord<'s>("ASTNode") {
        /// The class that it derives from.
        pub(crate) base: Option<AstNodeRecord<'s>> = "Base",
        /// Whether no node has just this class.
        pub(crate) is_abstract: bool = "Abstract",
    }

    /// Something with properties: a class of nodes, or a kind of value.
    pub(crate) struct HasPropertiesRecord<'s>("HasProperties") {}

    /// A property.
    pub(crate) struct PropertyRecord<'s>("Property") {
        /// What has it.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// Its name.
        pub(crate) property_name: &'s str = "Name",
        /// Its type.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
        /// The expression by which it is read from an object.
        pub(crate) read: &'s str = "Read",
        /// The condition on which it exists; empty if it always does.
        pub(crate) conditional: &'s str = "Conditional",
    }

    /// How an object is created from its properties.
    pub(crate) struct CreatorRecord<'s>("Creator") {
        /// The class of nodes or the kind of value that it is for.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The code.
        pub(crate) create: &'s str = "Create",
    }

    /// What a class of nodes does not take over from those it derives from.
    pub(crate) struct OverrideRecord<'s>("Override") {
        /// The class of nodes or the kind of value that it is for.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The names of properties that are left out.
        pub(crate) ignored_properties: Vec<&'s str> = "IgnoredProperties",
    }

    /// Code that the properties of an object are read with.
    pub(crate) struct ReadHelperRecord<'s>("ReadHelper") {
        /// The class of nodes or the kind of value that it is for.
        pub(crate) class: HasPropertiesRecord<'s> = "Class",
        /// The code.
        pub(crate) code: &'s str = "Code",
    }

    /// The type of a property.
    pub(crate) struct PropertyTypeRecord<'s>("PropertyType") {
        /// Its name in C++; empty for one without a name.
        pub(crate) cxx_name: &'s str = "CXXName",
        /// Whether methods that write take it by reference.
        pub(crate) is_passed_by_reference: bool = "PassByReference",
        /// Whether it is `const` where it is written.
        pub(crate) is_const_when_writing: bool = "ConstWhenWriting",
        /// The types of the elements for which reading needs buffers.
        pub(crate) buffer_element_types: Vec<PropertyTypeRecord<'s>> = "BufferElementTypes",
        /// The code that makes one value of an optional one.
        pub(crate) pack_optional: &'s str = "PackOptional",
        /// The code that makes an optional value of one.
        pub(crate) unpack_optional: &'s str = "UnpackOptional",
    }

    /// The type of several values of a type. `Optional`, of one or none, has the field too.
    pub(crate) struct ArrayRecord<'s>("Array"): PropertyTypeRecord {
        /// The type of each value.
        pub(crate) element: PropertyTypeRecord<'s> = "Element",
    }

    /// A class of nodes as a type.
    pub(crate) struct SubclassPropertyTypeRecord<'s>("SubclassPropertyType"): PropertyTypeRecord {
        /// The type of the class that it derives from.
        pub(crate) base: PropertyTypeRecord<'s> = "Base",
        /// The class.
        pub(crate) subclass_name: &'s str = "SubclassName",
    }

    /// How the kind of a value is found out.
    pub(crate) struct PropertyTypeKindRecord<'s>("PropertyTypeKind") {
        /// The type of the value.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
        /// The type of the kind.
        pub(crate) kind_type: PropertyTypeRecord<'s> = "KindType",
        /// The name of the property that holds the kind.
        pub(crate) kind_property_name: &'s str = "KindPropertyName",
        /// The expression by which the kind is read from a value.
        pub(crate) read: &'s str = "Read",
    }

    /// A kind of value.
    pub(crate) struct PropertyTypeCaseRecord<'s>("PropertyTypeCase"): HasPropertiesRecord {
        /// The name of the kind.
        pub(crate) case_name: &'s str = "Name",
        /// The type of the value.
        pub(crate) ty: PropertyTypeRecord<'s> = "Type",
    }
}
