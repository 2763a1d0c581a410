//! Interfaces of operations, attributes, types and dialects.

pub(crate) mod attr_interface;
mod decls;
mod defs;
pub(crate) mod dialect_interface_decls;
mod docs;
pub(crate) mod op_interface;
pub(crate) mod type_interface;

use crate::model::{Interface, InterfaceKind, InterfaceMethod, MethodKind};
use crate::support::cpp;

/// How interfaces of a kind are spelled in C++.
struct KindNames {
    /// The base class without its namespace.
    base_class: &'static str,
    /// The type of what has the interface.
    value_type: &'static str,
    /// The template parameter for the class of what has the interface.
    concrete: &'static str,
    /// What has the interface, within the interface's class.
    value: &'static str,
    /// The name in templates for what has the interface.
    template_name: &'static str,
    /// How what has the interface is made one of its class.
    cast: &'static str,
    /// The object as one of its class, within the trait.
    this: &'static str,
    /// What comes after the parameters of functions.
    suffix: &'static str,
}

const OP: KindNames = KindNames {
    base_class: "OpInterface",
    value_type: "::mlir::Operation *",
    concrete: "ConcreteOp",
    value: "getOperation()",
    template_name: "_op",
    cast: "(llvm::cast<ConcreteOp>(tablegen_opaque_val))",
    this: "(*static_cast<ConcreteOp *>(this))",
    suffix: "",
};

const ATTR: KindNames = KindNames {
    base_class: "AttributeInterface",
    value_type: "::mlir::Attribute ",
    concrete: "ConcreteAttr",
    value: "*this",
    template_name: "_attr",
    cast: "(::llvm::cast<ConcreteAttr>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteAttr *>(this))",
    suffix: " const",
};

const TYPE: KindNames = KindNames {
    base_class: "TypeInterface",
    value_type: "::mlir::Type ",
    concrete: "ConcreteType",
    value: "*this",
    template_name: "_type",
    cast: "(::llvm::cast<ConcreteType>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteType *>(this))",
    suffix: " const",
};

impl KindNames {
    /// The spelling of a kind. Interfaces of dialects, which are plain classes, have none of these.
    fn of(kind: InterfaceKind) -> &'static KindNames {
        match kind {
            InterfaceKind::Op | InterfaceKind::Dialect => &OP,
            InterfaceKind::Attr => &ATTR,
            InterfaceKind::Type => &TYPE,
        }
    }

    /// Fills in a template in which the name for the kind, for example `$_op`, is replaced by `value`.
    fn fill(&self, template: &str, value: &str) -> String {
        cpp::fill(template, |name| (name == self.template_name).then_some(value))
    }

    /// Fills in a body in which the object is `$_self`, too.
    fn fill_with_self(&self, template: &str, value: &str) -> String {
        let is_name = |name: &str| name == "_self" || name == self.template_name;
        cpp::fill(template, |name| is_name(name).then_some(value))
    }
}

/// The parameters of a function between commas, with their names.
fn parameters(method: &InterfaceMethod<'_>) -> String {
    let parameters = method.parameters.iter();
    let parameters =
        parameters.map(|parameter| format!("{} {}", parameter.cpp_type, parameter.name));
    parameters.collect::<Vec<_>>().join(", ")
}

/// The names of the parameters, each after a comma and a blank, or with them between.
fn arguments(method: &InterfaceMethod<'_>, first: &str) -> String {
    let first = Some(first).filter(|first| !first.is_empty());
    let names = method.parameters.iter().map(|parameter| parameter.name);
    first.into_iter().chain(names).collect::<Vec<_>>().join(", ")
}

fn is_static(method: &InterfaceMethod<'_>) -> bool {
    method.kind == MethodKind::Static
}

/// An interface that another one extends, as it is printed.
struct BaseModel<'s> {
    interface: Interface<'s>,
    qualified: String,
    shared: String,
}

/// The interfaces that `interface` extends, as they are printed.
fn base_models<'s>(interface: &Interface<'s>, names: &KindNames) -> Vec<BaseModel<'s>> {
    let bases = interface.bases.iter().map(|base| BaseModel {
        qualified: base.qualified_class(),
        shared: names.fill(base.extra.shared, "(*this)"),
        interface: base.clone(),
    });
    bases.collect()
}

/// The names of the functions of an interface in its table, where each has a name of its own.
fn table_names(interface: &Interface<'_>) -> Vec<String> {
    let names: Vec<&str> = interface.methods.iter().map(|method| method.name).collect();
    let unique = names.iter().enumerate().map(|(i, name)| match names[..i].contains(name) {
        true => format!("{name}_{i}"),
        false => (*name).to_owned(),
    });
    unique.collect()
}
