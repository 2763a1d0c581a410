//! Printed parts of a dialect: a struct, a builder and a function for each operation.

use tablewright_syntax::diagnostic::Diagnostic;

use super::attributes::RustAttribute;
use super::docs;
use super::names::{RustScope, identifier, operation_type, without_raw};
use crate::model::operation::{OperationAttribute, OperationBlock, OperationValue};
use crate::model::{ConstraintArity, Dialect, Operation};
use crate::omission::Omissions;
use crate::support::value_access::{AccessedValueKind, ValueAccess, access};

/// A dialect.
pub(super) struct RustModule<'s> {
    /// The name of the module.
    pub(super) name: String,
    /// The dialect name.
    pub(super) dialect: &'s str,
    pub(super) docs: Vec<String>,
    pub(super) operations: Vec<RustOperation>,
}

/// An operation.
pub(super) struct RustOperation {
    /// The name of the struct.
    pub(super) type_name: String,
    /// The name of the function that creates it.
    pub(super) function: String,
    /// The full name, for example `dialect.name`.
    pub(super) full_name: String,
    pub(super) docs: Vec<String>,
    /// Its elements in the creation function's order: results, operands, regions, successors, attributes.
    pub(super) elements: Vec<RustElement>,
    /// The creation function's parameter names; `None` for optional elements.
    pub(super) parameters: Vec<Option<String>>,
    pub(super) shape: RustShape,
}

/// The number of lists by kind, and the attributes or properties that separate them.
pub(super) struct RustShape {
    pub(super) results: usize,
    pub(super) operands: usize,
    pub(super) regions: usize,
    pub(super) successors: usize,
    /// Whether the types of results are inferred, so that none are passed.
    pub(super) infers_results: bool,
    pub(super) has_operand_segments: bool,
    pub(super) has_result_segments: bool,
}

/// A result, operand, region, successor or attribute.
pub(super) struct RustElement {
    /// The name of its functions, of the struct and of the builder.
    pub(super) name: String,
    /// A one-line summary.
    pub(super) doc: String,
    pub(super) presence: ElementPresence,
    pub(super) kind: ElementKind,
    /// Whether the builder accepts it: all elements except the types of inferred results.
    pub(super) is_built: bool,
}

/// Presence of an element in an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementPresence {
    /// Required.
    Required,
    /// Optional.
    Optional,
    /// There is any number.
    Variadic,
}

pub(super) enum ElementKind {
    Value {
        kind: AccessedValueKind,
        /// Its index among the operands or results of the description.
        index: usize,
        access: ValueAccess,
    },
    Region {
        index: usize,
    },
    Successor {
        index: usize,
    },
    Attribute {
        key: String,
        class: RustAttribute,
    },
}

/// Names of functions that every struct has.
const OF_STRUCTS: [&str; 8] =
    ["name", "builder", "as_operation", "as_operation_mut", "try_from", "try_into", "from", "into"];

/// Names of functions that every builder has.
const OF_BUILDERS: [&str; 3] = ["new", "build", "try_build"];

impl<'s> RustModule<'s> {
    pub(super) fn new(dialect: &Dialect<'s>, operations: Vec<RustOperation>) -> RustModule<'s> {
        RustModule {
            name: identifier(dialect.name),
            dialect: dialect.name,
            docs: docs::for_operation(dialect.summary, dialect.description),
            operations,
        }
    }
}

impl RustOperation {
    /// Builds an operation. `scope` contains the module's names.
    pub(super) fn new(
        operation: &Operation<'_>,
        scope: &mut RustScope,
        omissions: &mut Omissions,
    ) -> Result<RustOperation, Diagnostic> {
        if !operation.arguments.properties.is_empty() {
            let what = "a property that is not an attribute does not get functions";
            omissions.add(what, &operation.names.full);
        }
        let type_name = scope.take_all(operation_type(operation.names.class), |name| {
            vec![name.to_owned(), format!("{name}Builder")]
        });
        let infers_results = operation.has_trait("::mlir::InferTypeOpInterface::Trait");
        let has = |kind: AccessedValueKind| operation.has_trait(kind.segments_trait());
        let elements = elements(operation, infers_results)?;
        let mut parameters = RustScope::with(&["context", "location"]);
        let parameters = elements.iter().map(|element| {
            let is_passed = element.is_built && element.presence != ElementPresence::Optional;
            is_passed.then(|| parameters.take(element.name.clone()))
        });
        Ok(RustOperation {
            type_name,
            function: scope.take(identifier(operation.names.mnemonic)),
            full_name: operation.names.full.clone(),
            docs: docs::for_operation(operation.docs.summary, operation.docs.description),
            parameters: parameters.collect(),
            elements,
            shape: RustShape {
                results: operation.results.len(),
                operands: operation.arguments.operands.len(),
                regions: operation.blocks.regions.len(),
                successors: operation.blocks.successors.len(),
                infers_results,
                has_operand_segments: has(AccessedValueKind::Operand),
                has_result_segments: has(AccessedValueKind::Result),
            },
        })
    }

    /// Returns the elements that the builder accepts.
    pub(super) fn built(&self) -> impl Iterator<Item = &RustElement> {
        self.elements.iter().filter(|element| element.is_built)
    }

    /// Returns the required elements.
    pub(super) fn required(&self) -> impl Iterator<Item = &RustElement> {
        self.built().filter(|element| element.presence == ElementPresence::Required)
    }
}

/// Names the elements of an operation.
struct ElementNames {
    scope: RustScope,
}

impl ElementNames {
    /// Reserves and returns an element's name, from which its function names follow.
    fn take(&mut self, name: &str, fallback: impl FnOnce() -> String) -> String {
        let name = if name.is_empty() { fallback() } else { identifier(name) };
        self.scope.take_all(name, |name| {
            let plain = without_raw(name);
            vec![name.to_owned(), format!("set_{plain}"), format!("remove_{plain}")]
        })
    }
}

fn elements(
    operation: &Operation<'_>,
    infers_results: bool,
) -> Result<Vec<RustElement>, Diagnostic> {
    let reserved: Vec<&str> = OF_STRUCTS.into_iter().chain(OF_BUILDERS).collect();
    let mut names = ElementNames { scope: RustScope::with(&reserved) };
    let mut elements = Vec::new();
    let (results, operands) = (&operation.results, &operation.arguments.operands);
    for (kind, values) in
        [(AccessedValueKind::Result, results), (AccessedValueKind::Operand, operands)]
    {
        for (index, value) in values.iter().enumerate() {
            let name = names.take(value.name, || match (kind, values.len()) {
                (AccessedValueKind::Result, 1) => "result".to_owned(),
                (AccessedValueKind::Result | AccessedValueKind::Operand, _) => {
                    format!("{}_{index}", kind.word())
                }
            });
            elements.push(RustElement {
                doc: value_doc(kind, (values.len() > 1).then_some(index), value),
                presence: match value.constraint.arity {
                    ConstraintArity::Single => ElementPresence::Required,
                    ConstraintArity::Optional => ElementPresence::Optional,
                    ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                        ElementPresence::Variadic
                    }
                },
                kind: ElementKind::Value {
                    kind,
                    index,
                    access: access(operation, values, kind, index)?,
                },
                is_built: kind == AccessedValueKind::Operand || !infers_results,
                name,
            });
        }
    }
    for (index, region) in operation.blocks.regions.iter().enumerate() {
        let name = names.take(region.name, || format!("region_{index}"));
        elements.push(block_element(name, "region", region, ElementKind::Region { index }));
    }
    for (index, successor) in operation.blocks.successors.iter().enumerate() {
        let name = names.take(successor.name, || format!("successor_{index}"));
        elements.push(block_element(
            name,
            "successor",
            successor,
            ElementKind::Successor { index },
        ));
    }
    for attribute in operation.own_attributes() {
        let name = names.take(attribute.name, String::new);
        elements.push(attribute_element(name, attribute));
    }
    Ok(elements)
}

/// Returns the documentation of a value. `index` is its position among several values.
fn value_doc(kind: AccessedValueKind, index: Option<usize>, value: &OperationValue<'_>) -> String {
    let plural = if value.is_variadic() { "s" } else { "" };
    let what = match (value.name, index) {
        ("", None) => format!("{}{plural}", kind.word()),
        ("", Some(index)) => format!("{}{plural} {index}", kind.word()),
        (name, _) => format!("{}{plural} `{name}`", kind.word()),
    };
    let optional = if value.is_optional() { "The optional" } else { "The" };
    let constraint = words(value.constraint.constraint.summary);
    let summary = words(value.summary);
    match (constraint.as_str(), summary.as_str()) {
        ("", "") => format!("{optional} {what}."),
        (text, "") | ("", text) => format!("{optional} {what}: {text}."),
        (constraint, summary) => format!("{optional} {what}: {constraint}; {summary}."),
    }
}

/// Returns a text as a single line, without a final full stop.
fn words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

fn block_element(
    name: String,
    word: &str,
    block: &OperationBlock<'_>,
    kind: ElementKind,
) -> RustElement {
    let plural = if block.is_variadic { "s" } else { "" };
    let summary = words(block.constraint.summary);
    let quoted = if block.name.is_empty() { String::new() } else { format!(" `{}`", block.name) };
    let doc = match summary.as_str() {
        "" => format!("The {word}{plural}{quoted}."),
        summary => format!("The {word}{plural}{quoted}: {summary}."),
    };
    let presence =
        if block.is_variadic { ElementPresence::Variadic } else { ElementPresence::Required };
    RustElement { name, doc, presence, kind, is_built: true }
}

fn attribute_element(name: String, attribute: &OperationAttribute<'_>) -> RustElement {
    let constraint = &attribute.constraint;
    let class = RustAttribute::new(constraint);
    let is_optional =
        constraint.is_optional || constraint.has_default() || class == RustAttribute::Unit;
    let key = attribute.name.to_owned();
    let default = constraint.default_value.map(words).filter(|value| !value.contains('`'));
    let default = default.map_or(String::new(), |value| format!("; `{value}` unless set"));
    RustElement {
        doc: match words(constraint.constraint.summary).as_str() {
            "" => format!("The attribute `{key}`{default}."),
            summary => format!("The attribute `{key}`: {summary}{default}."),
        },
        name,
        presence: if is_optional { ElementPresence::Optional } else { ElementPresence::Required },
        kind: ElementKind::Attribute { key, class },
        is_built: true,
    }
}
