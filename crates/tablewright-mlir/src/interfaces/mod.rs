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
    /// The entity's name in templates that need no class, for example `_raw_op`.
    raw_name: Option<&'static str>,
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
    raw_name: Some("_raw_op"),
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
    raw_name: None,
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
    raw_name: None,
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

    /// Fills in a body of a model: `$_op` and `$_self` are the object cast to its class. `raw_name` is the object
    /// without a cast.
    fn fill_model_body(&self, template: &str, raw_name: Option<&str>) -> String {
        cpp::fill(template, |name| match name {
            "_self" => Some(self.cast),
            name if name == self.template_name => Some(self.cast),
            name if Some(name) == raw_name => Some("tablegen_opaque_val"),
            _ => None,
        })
    }

    /// Whether a body uses the object without a cast, and names nothing that depends on its class.
    fn needs_no_class(&self, template: &str, raw_name: Option<&str>) -> bool {
        let uses = |name: &str| template.contains(&format!("${name}"));
        raw_name.is_some_and(uses)
            && !uses("_self")
            && !uses(self.template_name)
            && !template.contains(self.concrete)
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
