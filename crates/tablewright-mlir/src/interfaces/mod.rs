//! Interfaces of operations, attributes, types and dialects.

pub(crate) mod attr_interface;
mod decls;
mod defs;
pub(crate) mod dialect_interface_decls;
mod docs;
pub(crate) mod op_interface;
#[cfg(test)]
mod tests;
pub(crate) mod type_interface;

use crate::model::{Interface, InterfaceKind, InterfaceMethod, MethodKind};
use crate::support::cpp;

/// C++ spelling for an interface kind.
struct InterfaceKindNames {
    /// The base class without its namespace.
    base_class: &'static str,
    /// The entity type.
    value_type: &'static str,
    /// The template parameter for the entity class.
    concrete: &'static str,
    /// The entity, within the interface class.
    value: &'static str,
    /// The entity's name in templates.
    template_name: &'static str,
    /// The cast from the entity to its class.
    cast: &'static str,
    /// The object cast to its class, within the trait.
    this: &'static str,
    /// Text after the function parameters.
    suffix: &'static str,
}

const OP: InterfaceKindNames = InterfaceKindNames {
    base_class: "OpInterface",
    value_type: "::mlir::Operation *",
    concrete: "ConcreteOp",
    value: "getOperation()",
    template_name: "_op",
    cast: "(llvm::cast<ConcreteOp>(tablegen_opaque_val))",
    this: "(*static_cast<ConcreteOp *>(this))",
    suffix: "",
};

const ATTR: InterfaceKindNames = InterfaceKindNames {
    base_class: "AttributeInterface",
    value_type: "::mlir::Attribute ",
    concrete: "ConcreteAttr",
    value: "*this",
    template_name: "_attr",
    cast: "(::llvm::cast<ConcreteAttr>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteAttr *>(this))",
    suffix: " const",
};

const TYPE: InterfaceKindNames = InterfaceKindNames {
    base_class: "TypeInterface",
    value_type: "::mlir::Type ",
    concrete: "ConcreteType",
    value: "*this",
    template_name: "_type",
    cast: "(::llvm::cast<ConcreteType>(tablegen_opaque_val))",
    this: "(*static_cast<const ConcreteType *>(this))",
    suffix: " const",
};

impl InterfaceKindNames {
    /// Returns a kind's spelling. Dialect interfaces are plain classes and have none.
    fn for_kind(kind: InterfaceKind) -> &'static InterfaceKindNames {
        match kind {
            InterfaceKind::Op | InterfaceKind::Dialect => &OP,
            InterfaceKind::Attr => &ATTR,
            InterfaceKind::Type => &TYPE,
        }
    }

    /// Fills in a template: replaces the kind's name, for example `$_op`, by `value`.
    fn fill(&self, template: &str, value: &str) -> String {
        cpp::fill(template, |name| (name == self.template_name).then_some(value))
    }

    /// Fills in a body, which may also use `$_self` for the object.
    fn fill_with_self(&self, template: &str, value: &str) -> String {
        let is_name = |name: &str| name == "_self" || name == self.template_name;
        cpp::fill(template, |name| is_name(name).then_some(value))
    }
}

/// Returns a function's named parameters, separated by commas.
fn parameters(method: &InterfaceMethod<'_>) -> String {
    let parameters = method.parameters.iter();
    let parameters =
        parameters.map(|parameter| format!("{} {}", parameter.cpp_type, parameter.name));
    parameters.collect::<Vec<_>>().join(", ")
}

/// Returns the names of the parameters, each after a comma and a blank, or with them between.
fn arguments(method: &InterfaceMethod<'_>, first: &str) -> String {
    let first = Some(first).filter(|first| !first.is_empty());
    let names = method.parameters.iter().map(|parameter| parameter.name);
    first.into_iter().chain(names).collect::<Vec<_>>().join(", ")
}

fn is_static(method: &InterfaceMethod<'_>) -> bool {
    method.kind == MethodKind::Static
}

/// A base interface in printed form.
struct BaseModel<'s> {
    interface: Interface<'s>,
    qualified: String,
    shared: String,
}

/// Returns the interfaces that `interface` extends, in printed form.
fn base_models<'s>(interface: &Interface<'s>, names: &InterfaceKindNames) -> Vec<BaseModel<'s>> {
    let bases = interface.bases.iter().map(|base| BaseModel {
        qualified: base.qualified_class(),
        shared: names.fill(base.extra.shared, "(*this)"),
        interface: base.clone(),
    });
    bases.collect()
}

/// Returns the table names for an interface's methods, which are unique.
fn table_names(interface: &Interface<'_>) -> Vec<String> {
    let names: Vec<&str> = interface.methods.iter().map(|method| method.name).collect();
    let unique = names.iter().enumerate().map(|(i, name)| {
        if names[..i].contains(name) { format!("{name}_{i}") } else { (*name).to_owned() }
    });
    unique.collect()
}
