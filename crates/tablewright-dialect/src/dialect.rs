//! Dialects.

use serde::Serialize;

use super::{Context, DescribedDef, DescriptionOrigin, Enum, Operation};
use tablewright_mlir::model::{self, DialectContents};

/// A dialect and its definitions.
#[derive(Clone, Debug, Serialize)]
pub struct Dialect<'s> {
    /// The names that it has.
    #[serde(flatten)]
    pub names: DialectNames<'s>,
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// C++ classes for the dialects that are loaded with it.
    pub dependent_dialects: Vec<&'s str>,
    /// Attributes that it attaches to operations of any dialect.
    pub discardable_attributes: Vec<DiscardableAttribute<'s>>,
    /// Features of its C++ class.
    pub features: DialectFeatures,
    /// More C++ members of its class; may be empty.
    pub extra_declaration: &'s str,
    /// Its definitions.
    #[serde(flatten)]
    pub parts: DialectParts<'s>,
    /// The origin in the description's source.
    pub origin: DescriptionOrigin,
}

/// A dialect's names.
#[derive(Clone, Debug, Serialize)]
pub struct DialectNames<'s> {
    /// The prefix for its operation names; may be empty.
    pub name: &'s str,
    /// Its definition name.
    pub definition: &'s str,
    /// The C++ class.
    pub class: String,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
}

/// A dialect's definitions.
#[derive(Clone, Debug, Serialize)]
pub struct DialectParts<'s> {
    /// The operations, in definition order.
    pub operations: Vec<Operation<'s>>,
    /// The types, sorted by definition name.
    pub types: Vec<DescribedDef<'s>>,
    /// The attributes, sorted by definition name.
    pub attributes: Vec<DescribedDef<'s>>,
    /// Type constraints other than the types above.
    pub type_constraints: Vec<DialectConstraint<'s>>,
    /// Attribute constraints other than the attributes above.
    pub attribute_constraints: Vec<DialectConstraint<'s>>,
    /// Enums in its C++ namespace, and enums in attributes of its operations.
    pub enums: Vec<Enum<'s>>,
}

/// An attribute that a dialect attaches to operations in any dialect.
#[derive(Clone, Debug, Serialize)]
pub struct DiscardableAttribute<'s> {
    /// The name without the dialect prefix.
    pub name: &'s str,
    /// Its C++ class.
    pub cpp_class: &'s str,
}

/// A constraint on a dialect's attributes or types.
#[derive(Clone, Debug, Serialize)]
pub struct DialectConstraint<'s> {
    /// A short summary.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// Features of a dialect's C++ class.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct DialectFeatures {
    /// It creates constants.
    pub constant_materializer: bool,
    /// Its destructor is defined elsewhere.
    pub non_default_destructor: bool,
    /// It verifies its attributes on operations.
    pub operation_attribute_verifier: bool,
    /// The dialect verifies its attributes on region arguments.
    pub region_argument_attribute_verifier: bool,
    /// The dialect verifies its attributes on region results.
    pub region_result_attribute_verifier: bool,
    /// The dialect provides interfaces for operations of other dialects.
    pub operation_interface_fallback: bool,
    /// The attribute parser and printer are generated.
    pub default_attribute_syntax: bool,
    /// The type parser and printer are generated.
    pub default_type_syntax: bool,
    /// The dialect has its own canonicalization patterns.
    pub canonicalizer: bool,
    /// Entities can be added at run time.
    pub extensible: bool,
}

impl<'s> Dialect<'s> {
    pub(super) fn new(contents: &DialectContents<'s>, context: &mut Context<'s>) -> Dialect<'s> {
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
            features: DialectFeatures::new(dialect.features),
            extra_declaration: dialect.extra_class_declaration,
            parts: DialectParts::new(contents, context),
            origin: DescriptionOrigin::for_definition(context.store, dialect.definition),
        }
    }
}

impl<'s> DialectParts<'s> {
    fn new(contents: &DialectContents<'s>, context: &mut Context<'s>) -> DialectParts<'s> {
        let operations = contents.operations.iter().map(|one| Operation::new(one, context));
        let operations = operations.collect();
        let types = contents.types.iter().map(|def| DescribedDef::new(def, context)).collect();
        let attributes =
            contents.attributes.iter().map(|def| DescribedDef::new(def, context)).collect();
        let store = context.store;
        DialectParts {
            operations,
            types,
            attributes,
            type_constraints: DialectConstraint::all(&contents.type_constraints),
            attribute_constraints: DialectConstraint::all(&contents.attribute_constraints),
            enums: contents.enums.iter().map(|one| Enum::new(one, store)).collect(),
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
    fn new(features: model::DialectFeatures) -> DialectFeatures {
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
