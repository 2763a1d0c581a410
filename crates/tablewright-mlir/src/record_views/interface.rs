//! The classes of `mlir/IR/Interfaces.td`.

use tablewright_records::{Dag, record_views};

record_views! {
    /// An interface method.
    pub(crate) struct InterfaceMethodRecord<'s>("InterfaceMethod") {
        /// A Markdown description.
        pub description: Option<&'s str> = "description",
        /// Its name.
        pub method_name: &'s str = "name",
        /// The return type.
        pub return_type: &'s str = "returnType",
        /// Its parameters: C++ types with names.
        pub arguments: Dag<'s> = "arguments",
        /// Its C++ statements.
        pub body: Option<&'s str> = "body",
        /// The C++ statements of an implementation that entities can inherit.
        pub default_body: Option<&'s str> = "defaultBody",
    }

    /// A function of an interface that needs no object.
    pub(crate) struct StaticInterfaceMethodRecord<'s>("StaticInterfaceMethod"): InterfaceMethodRecord {}

    /// A function of a dialect's interface without an implementation.
    pub(crate) struct PureVirtualMethodRecord<'s>("PureVirtualInterfaceMethod"): InterfaceMethodRecord {}

    /// A function of a dialect's interface that is defined elsewhere.
    pub(crate) struct MethodDeclarationRecord<'s>("InterfaceMethodDeclaration"): InterfaceMethodRecord {}

    /// An interface.
    pub(crate) struct InterfaceRecord<'s>("Interface") {
        /// A description.
        pub description: Option<&'s str> = "description",
        /// Its C++ class name.
        pub interface_name: &'s str = "cppInterfaceName",
        /// The namespace.
        pub cpp_namespace: &'s str = "cppNamespace",
        /// Its functions.
        pub methods: Vec<InterfaceMethodRecord<'s>> = "methods",
        /// More C++ members of its class.
        pub extra_class_declaration: Option<&'s str> = "extraClassDeclaration",
        /// Extra C++ members for its class and its trait.
        pub extra_shared_class_declaration: Option<&'s str> = "extraSharedClassDeclaration" else None,
        /// C++ statements that return whether an entity with the interface is an instance.
        pub extra_class_of: Option<&'s str> = "extraClassOf" else None,
        /// The interfaces that it extends.
        pub base_interfaces: Vec<InterfaceRecord<'s>> = "baseInterfaces" else Vec::new(),
    }

    /// The trait of an interface.
    pub(crate) struct InterfaceTraitRecord<'s>("InterfaceTrait") {
        /// More C++ members of the trait.
        pub extra_trait_class_declaration: Option<&'s str> = "extraTraitClassDeclaration",
    }

    /// The trait of an interface for operations.
    pub(crate) struct OpInterfaceTraitRecord<'s>("OpInterfaceTrait"): InterfaceTraitRecord {
        /// C++ statements that verify an operation.
        pub verify: Option<&'s str> = "verify",
        /// Whether regions are verified before.
        pub verify_with_regions: bool = "verifyWithRegions" else false,
    }

    /// A use of an interface that lists the methods declared for the entity.
    pub(crate) struct DeclareInterfaceMethodsRecord<'s>("DeclareInterfaceMethods") {
        /// Functions that are declared even though they can be inherited.
        pub always_overridden: Vec<&'s str> = "alwaysOverriddenMethods",
    }

    /// A use of an interface for attributes.
    pub(crate) struct DeclareAttrMethodsRecord<'s>("DeclareAttrInterfaceMethods"): DeclareInterfaceMethodsRecord {}

    /// A use of an interface for operations.
    pub(crate) struct DeclareOpMethodsRecord<'s>("DeclareOpInterfaceMethods"): DeclareInterfaceMethodsRecord {}

    /// A use of an interface for types.
    pub(crate) struct DeclareTypeMethodsRecord<'s>("DeclareTypeInterfaceMethods"): DeclareInterfaceMethodsRecord {}

    /// An interface for attributes.
    pub(crate) struct AttrInterfaceRecord<'s>("AttrInterface"): InterfaceRecord {}

    /// An interface for operations.
    pub(crate) struct OpInterfaceRecord<'s>("OpInterface"): InterfaceRecord {}

    /// An interface for types.
    pub(crate) struct TypeInterfaceRecord<'s>("TypeInterface"): InterfaceRecord {}

    /// An interface for dialects.
    pub(crate) struct DialectInterfaceRecord<'s>("DialectInterface"): InterfaceRecord {}
}
