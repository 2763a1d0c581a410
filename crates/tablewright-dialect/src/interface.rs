//! Interfaces of operations, attributes, types and dialects.

use serde::Serialize;
use tablewright_records::FieldError;

use super::{Context, DescriptionOrigin};
use tablewright_mlir::model;

/// An interface.
#[derive(Clone, Debug, Serialize)]
pub struct Interface<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The entity kind that implements it.
    pub kind: InterfaceKind,
    /// The C++ class.
    pub class: String,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// C++ classes of the interfaces that it extends, directly or indirectly.
    pub bases: Vec<String>,
    /// Its functions.
    pub methods: Vec<Method<'s>>,
    /// More C++ for its class and trait.
    pub code: InterfaceCode<'s>,
    /// The origin in the description's source.
    pub origin: DescriptionOrigin,
}

/// The entity kind that implements an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InterfaceKind {
    /// Operations.
    Operation,
    /// Attributes.
    Attribute,
    /// Types.
    Type,
    /// Dialects.
    Dialect,
}

/// An interface method.
#[derive(Clone, Debug, Serialize)]
pub struct Method<'s> {
    /// Its name.
    pub name: &'s str,
    /// The implementation kind.
    pub kind: MethodKind,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// Its C++ result.
    pub return_type: &'s str,
    /// Its parameters.
    pub parameters: Vec<MethodParameter<'s>>,
    /// Its C++ statements, for all entities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'s str>,
    /// C++ statements that an entity can inherit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_body: Option<&'s str>,
}

/// An interface method's implementation kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MethodKind {
    /// By the interface or the entity.
    Normal,
    /// The same, without an object.
    Static,
    /// Overridden by classes that derive from the interface class.
    PureVirtual,
    /// Elsewhere.
    Declaration,
}

/// An interface method's parameter.
#[derive(Clone, Debug, Serialize)]
pub struct MethodParameter<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its C++ type.
    pub cpp_type: &'s str,
}

/// Extra C++ for an interface's class and trait; each may be empty. `$_op`, `$_attr` and `$_type` are the entity.
#[derive(Clone, Debug, Serialize)]
pub struct InterfaceCode<'s> {
    /// Members of the class.
    pub class: &'s str,
    /// Members of class and trait.
    pub shared: &'s str,
    /// Members of the trait.
    #[serde(rename = "trait")]
    pub in_trait: &'s str,
    /// Statements that decide whether an entity with the interface is an instance.
    pub class_of: &'s str,
    /// Statements that verify an operation.
    pub verify: &'s str,
    /// Whether the operation's regions are verified before.
    pub verifies_regions: bool,
}

impl<'s> Interface<'s> {
    /// Returns the interfaces that traits named until now, and the interfaces in the main file.
    pub(super) fn all(context: &Context<'s>) -> Result<Vec<Interface<'s>>, FieldError> {
        let kinds = [
            (model::InterfaceKind::Op, InterfaceKind::Operation),
            (model::InterfaceKind::Attr, InterfaceKind::Attribute),
            (model::InterfaceKind::Type, InterfaceKind::Type),
            (model::InterfaceKind::Dialect, InterfaceKind::Dialect),
        ];
        let mut interfaces = Vec::new();
        for (kind, described) in kinds {
            let own = model::Interface::in_main_file(context.store, kind)?;
            for one in model::Interface::all(context.store, kind)? {
                let is_own = own.iter().any(|other| other.definition == one.definition);
                if is_own || context.interfaces.contains(&one.qualified_class()) {
                    interfaces.push(Interface::new(&one, described, context));
                }
            }
        }
        Ok(interfaces)
    }

    fn new(
        one: &model::Interface<'s>,
        kind: InterfaceKind,
        context: &Context<'s>,
    ) -> Interface<'s> {
        Interface {
            definition: one.definition,
            kind,
            class: one.qualified_class(),
            description: one.description,
            bases: one.bases.iter().map(model::Interface::qualified_class).collect(),
            methods: one.methods.iter().map(Method::new).collect(),
            code: InterfaceCode {
                class: one.extra.class,
                shared: one.extra.shared,
                in_trait: one.extra.in_trait,
                class_of: one.extra.class_of,
                verify: one.extra.verify,
                verifies_regions: one.extra.verifies_regions,
            },
            origin: DescriptionOrigin::for_definition(context.store, one.definition),
        }
    }
}

impl<'s> Method<'s> {
    fn new(method: &model::InterfaceMethod<'s>) -> Method<'s> {
        let parameters = method
            .parameters
            .iter()
            .map(|one| MethodParameter { name: one.name, cpp_type: one.cpp_type });
        Method {
            name: method.name,
            kind: match method.kind {
                model::MethodKind::Normal => MethodKind::Normal,
                model::MethodKind::Static => MethodKind::Static,
                model::MethodKind::PureVirtual => MethodKind::PureVirtual,
                model::MethodKind::Declaration => MethodKind::Declaration,
            },
            description: method.description,
            return_type: method.return_type,
            parameters: parameters.collect(),
            body: method.body,
            default_body: method.default_body,
        }
    }
}
