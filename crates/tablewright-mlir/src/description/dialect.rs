//! Dialects.

use serde::Serialize;

use super::{Context, Def, Enum, Operation, Origin};
use crate::model::{self, DialectContents};

/// A dialect with what it defines.
#[derive(Clone, Debug, Serialize)]
pub struct Dialect<'s> {
    /// The names that it has.
    #[serde(flatten)]
    pub names: DialectNames<'s>,
    /// What it is, in a line; may be empty.
    pub summary: &'s str,
    /// What it is, as Markdown; may be empty.
    pub description: &'s str,
    /// The C++ classes of dialects that are loaded with it.
    pub dependent_dialects: Vec<&'s str>,
    /// Attributes that it attaches to operations of any dialect.
    pub discardable_attributes: Vec<DiscardableAttribute<'s>>,
    /// What its C++ class has.
    pub features: DialectFeatures,
    /// More C++ members of its class; may be empty.
    pub extra_declaration: &'s str,
    /// What it defines.
    #[serde(flatten)]
    pub parts: DialectParts<'s>,
    /// Where it comes from.
    pub origin: Origin,
}

/// The names of a dialect.
#[derive(Clone, Debug, Serialize)]
pub struct DialectNames<'s> {
    /// The name before the names of its operations; may be empty.
    pub name: &'s str,
    /// The name of its definition.
    pub definition: &'s str,
    /// The C++ class.
    pub class: String,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
}

/// What a dialect defines.
#[derive(Clone, Debug, Serialize)]
pub struct DialectParts<'s> {
    /// The operations, in the order of their definitions.
    pub operations: Vec<Operation<'s>>,
    /// The types, in the order of the names of their definitions.
    pub types: Vec<Def<'s>>,
    /// The attributes, in the order of the names of their definitions.
    pub attributes: Vec<Def<'s>>,
    /// Constraints for types that are none of these.
    pub type_constraints: Vec<DialectConstraint<'s>>,
    /// Constraints for attributes that are none of these.
    pub attribute_constraints: Vec<DialectConstraint<'s>>,
    /// The enums of its C++ namespace, and those that attributes of its operations hold.
    pub enums: Vec<Enum<'s>>,
}

/// An attribute that a dialect attaches to operations of any dialect.
#[derive(Clone, Debug, Serialize)]
pub struct DiscardableAttribute<'s> {
    /// Its name without that of the dialect.
    pub name: &'s str,
    /// Its C++ class.
    pub cpp_class: &'s str,
}

/// A constraint for attributes or types of a dialect.
#[derive(Clone, Debug, Serialize)]
pub struct DialectConstraint<'s> {
    /// What it says, in a line.
    pub summary: &'s str,
    /// What it is, as Markdown; may be empty.
    pub description: &'s str,
}

/// What the C++ class of a dialect has.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct DialectFeatures {
    /// It creates constants.
    pub constant_materializer: bool,
    /// Its destructor is defined elsewhere.
    pub non_default_destructor: bool,
    /// It verifies its attributes on operations.
    pub operation_attribute_verifier: bool,
    /// It verifies its attributes on arguments of regions.
    pub region_argument_attribute_verifier: bool,
    /// It verifies its attributes on results of regions.
    pub region_result_attribute_verifier: bool,
    /// It has interfaces for operations of others.
    pub operation_interface_fallback: bool,
    /// The reader and printer of its attributes are generated.
    pub default_attribute_syntax: bool,
    /// The reader and printer of its types are generated.
    pub default_type_syntax: bool,
    /// It has patterns of its own that simplify.
    pub canonicalizer: bool,
    /// Entities can be added when the program runs.
    pub extensible: bool,
}

impl<'s> Dialect<'s> {
    pub(super) fn of(contents: &DialectContents<'s>, context: &mut Context<'s>) -> Dialect<'s> {
        let dialect = &contents.dialect;
        let discardable = dialect
            .discardable_attributes
            .iter()
            .map(|one| DiscardableAttribute { name: one.name, cpp_class: one.cpp_class });
        Dialect {
            names: DialectNames {
                name: dialect.name,
                definition: dialect.definition,
                class: dialect.qualified_class(),
                cpp_namespace: dialect.cpp_namespace,
            },
            summary: dialect.summary,
            description: dialect.description,
            dependent_dialects: dialect.dependent_dialects.clone(),
            discardable_attributes: discardable.collect(),
            features: DialectFeatures::of(dialect.features),
            extra_declaration: dialect.extra_class_declaration,
            parts: DialectParts::of(contents, context),
            origin: Origin::of_definition(context.store, dialect.definition),
        }
    }
}

impl<'s> DialectParts<'s> {
    fn of(contents: &DialectContents<'s>, context: &mut Context<'s>) -> DialectParts<'s> {
        let operations = contents.operations.iter().map(|one| Operation::of(one, context));
        let operations = operations.collect();
        let types = contents.types.iter().map(|def| Def::of(def, context)).collect();
        let attributes = contents.attributes.iter().map(|def| Def::of(def, context)).collect();
        let store = context.store;
        DialectParts {
            operations,
            types,
            attributes,
            type_constraints: DialectConstraint::all(&contents.type_constraints),
            attribute_constraints: DialectConstraint::all(&contents.attribute_constraints),
            enums: contents.enums.iter().map(|one| Enum::of(one, store)).collect(),
        }
    }
}

impl<'s> DialectConstraint<'s> {
    fn all(constraints: &[model::DialectConstraint<'s>]) -> Vec<DialectConstraint<'s>> {
        let constraint = |one: &model::DialectConstraint<'s>| DialectConstraint {
            summary: one.summary,
            description: one.description,
        };
        constraints.iter().map(constraint).collect()
    }
}

impl DialectFeatures {
    fn of(features: model::DialectFeatures) -> DialectFeatures {
        DialectFeatures {
            constant_materializer: features.constant_materializer,
            non_default_destructor: features.non_default_destructor,
            operation_attribute_verifier: features.operation_attr_verify,
            region_argument_attribute_verifier: features.region_arg_attr_verify,
            region_result_attribute_verifier: features.region_result_attr_verify,
            operation_interface_fallback: features.operation_interface_fallback,
            default_attribute_syntax: features.default_attribute_printer_parser,
            default_type_syntax: features.default_type_printer_parser,
            canonicalizer: features.canonicalizer,
            extensible: features.extensible,
        }
    }
}
