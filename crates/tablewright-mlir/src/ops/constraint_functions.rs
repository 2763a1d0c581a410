//! Constraint checking functions in a file: a function for each constraint that several operations may share.

use tablewright_text::{CppWriter, Escaped};

use crate::model::{Constraint, Operation};
use crate::support::cpp;

/// Constraint functions. A name consists of the kind of subject and a number.
#[derive(Default)]
pub(super) struct ConstraintFunctions {
    /// The name prefix shared by all functions in the file.
    label: String,
    types: Vec<OpConstraintFunction>,
    attributes: Vec<OpConstraintFunction>,
    properties: Vec<OpConstraintFunction>,
    successors: Vec<OpConstraintFunction>,
    regions: Vec<OpConstraintFunction>,
}

struct OpConstraintFunction {
    key: (Option<tablewright_records::RecordId>, String),
    condition: String,
    summary: String,
    /// The type of the value, for a property.
    ty: String,
}

/// Adds a constraint's function unless it exists. `condition` is the constraint's condition; if `None`, nothing is
/// added.
fn add(
    functions: &mut Vec<OpConstraintFunction>,
    (constraint, ty): (&Constraint<'_>, &str),
    value: &str,
    condition: impl FnOnce() -> Option<String>,
) {
    let is_same = |one: &OpConstraintFunction| is_for(one, constraint) && one.ty == ty;
    if !functions.iter().any(is_same)
        && let Some(condition) = condition()
    {
        functions.push(OpConstraintFunction {
            key: (constraint.predicate_id, constraint.summary.to_owned()),
            condition,
            summary: summary_text(constraint.summary, |hole| in_function(hole, value)),
            ty: ty.to_owned(),
        });
    }
}

fn is_for(one: &OpConstraintFunction, constraint: &Constraint<'_>) -> bool {
    one.key.0 == constraint.predicate_id && one.key.1 == constraint.summary
}

/// Returns the replacement for a placeholder in a condition or a summary in a file's functions, where `op` is a
/// pointer.
fn in_function<'v>(hole: &str, value: &'v str) -> Option<&'v str> {
    match hole {
        "_self" => Some(value),
        "_op" => Some("*op"),
        _ => None,
    }
}

/// Returns a summary as the contents of a C++ string. Text between double braces is C++ that is streamed; `value`
/// replaces its placeholders.
pub(super) fn summary_text<'v>(summary: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    let mut text = String::new();
    let mut tail = summary;
    while let Some((before, after)) = tail.split_once("{{")
        && let Some((code, after)) = after.split_once("}}")
    {
        let code = cpp::fill(code, &value);
        text += &format!("{}\" << {code} << \"", Escaped(before));
        tail = after;
    }
    text + &Escaped(tail).to_string()
}

/// Fills in the condition of a constraint for a value.
fn fill_condition(constraint: &Constraint<'_>, value: &str) -> String {
    cpp::fill(&constraint.condition(), |hole| in_function(hole, value))
}

/// Fills in the condition; `None` if the condition needs more than the value.
fn fill_whole_condition(constraint: &Constraint<'_>, value: &str) -> Option<String> {
    let filled = fill_condition(constraint, value);
    (!filled.contains("<no-subst-found>")).then_some(filled)
}

impl ConstraintFunctions {
    /// Builds the functions for operation constraints. `label` distinguishes the file from other files.
    pub(super) fn new(operations: &[Operation<'_>], label: String) -> ConstraintFunctions {
        let mut all = ConstraintFunctions { label, ..ConstraintFunctions::default() };
        for op in operations {
            for value in op.arguments.operands.iter().chain(&op.results) {
                add_if_any(&mut all.types, &value.constraint.constraint, "type");
            }
            for attribute in op.own_attributes() {
                let constraint = &attribute.constraint.constraint;
                if constraint.predicate.is_some() {
                    let condition = || fill_whole_condition(constraint, "attr");
                    add(&mut all.attributes, (constraint, ""), "attr", condition);
                }
            }
            for property in &op.arguments.properties {
                let constraint = &property.property.constraint;
                if property.property.is_constrained() {
                    let ty = property.property.storage.interface_type;
                    let condition = || fill_whole_condition(constraint, "prop");
                    add(&mut all.properties, (constraint, ty), "prop", condition);
                }
            }
            for successor in &op.blocks.successors {
                add_if_any(&mut all.successors, &successor.constraint, "successor");
            }
            for region in &op.blocks.regions {
                add_if_any(&mut all.regions, &region.constraint, "region");
            }
        }
        all
    }

    fn name(&self, kind: &str, index: usize) -> String {
        format!("__mlir_ods_local_{kind}_constraint_{}{}", self.label, index + 1)
    }

    fn find(
        &self,
        functions: &[OpConstraintFunction],
        kind: &str,
        constraint: &Constraint<'_>,
        ty: &str,
    ) -> Option<String> {
        let function_index =
            functions.iter().position(|one| is_for(one, constraint) && one.ty == ty);
        function_index.map(|index| self.name(kind, index))
    }

    /// Returns the function that checks a value type.
    pub(super) fn ty(&self, constraint: &Constraint<'_>) -> Option<String> {
        self.find(&self.types, "type", constraint, "")
    }

    /// Returns the function that checks an attribute.
    pub(super) fn attribute(&self, constraint: &Constraint<'_>) -> Option<String> {
        self.find(&self.attributes, "attr", constraint, "")
    }

    /// Returns the function that checks an attribute without an operation; `None` if the condition needs the operation.
    pub(super) fn attribute_alone(&self, constraint: &Constraint<'_>) -> Option<String> {
        let name = self.attribute(constraint)?;
        let value = |hole: &str| (hole == "_self").then_some("attr");
        let needs_more = cpp::fill(&constraint.condition(), value).contains("<no-subst-found>");
        (!needs_more).then_some(name)
    }

    /// Returns the function that checks a property that is used as a type.
    pub(super) fn property(&self, constraint: &Constraint<'_>, ty: &str) -> Option<String> {
        self.find(&self.properties, "prop", constraint, ty)
    }

    /// Returns the function that checks a successor.
    pub(super) fn successor(&self, constraint: &Constraint<'_>) -> Option<String> {
        self.find(&self.successors, "successor", constraint, "")
    }

    /// Returns the function that checks a region.
    pub(super) fn region(&self, constraint: &Constraint<'_>) -> Option<String> {
        self.find(&self.regions, "region", constraint, "")
    }

    /// Writes the functions.
    pub(super) fn emit(&self, w: &mut CppWriter) {
        let lists = [
            ("type", &self.types, TYPE),
            ("attr", &self.attributes, ATTRIBUTE),
            ("prop", &self.properties, PROPERTY),
            ("successor", &self.successors, SUCCESSOR),
            ("region", &self.regions, REGION),
        ];
        for (kind, functions, template) in lists {
            for (index, one) in functions.iter().enumerate() {
                let values = [
                    ("name", self.name(kind, index)),
                    ("condition", one.condition.clone()),
                    ("summary", one.summary.clone()),
                    ("type", one.ty.clone()),
                ];
                let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
                w.fill_block(template, &values);
            }
        }
    }
}

/// Adds the function for a constraint that has a condition.
fn add_if_any(functions: &mut Vec<OpConstraintFunction>, constraint: &Constraint<'_>, value: &str) {
    if constraint.predicate.is_some() {
        add(functions, (constraint, ""), value, || Some(fill_condition(constraint, value)));
    }
}

const TYPE: &str = "

static ::llvm::LogicalResult $name(
    ::mlir::Operation *op, ::mlir::Type type, ::llvm::StringRef valueKind,
    unsigned valueIndex) {
  if (!($condition)) {
    return op->emitOpError(valueKind) << \" #\" << valueIndex
        << \" must be $summary, but got \" << type;
  }
  return ::mlir::success();
}
";

const ATTRIBUTE: &str = "

static ::llvm::LogicalResult $name(
    ::mlir::Attribute attr, ::llvm::StringRef attrName, llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
  if (attr && !($condition))
    return emitError() << \"attribute '\" << attrName
        << \"' failed to satisfy constraint: $summary\";
  return ::mlir::success();
}
static ::llvm::LogicalResult $name(
    ::mlir::Operation *op, ::mlir::Attribute attr, ::llvm::StringRef attrName) {
  return $name(attr, attrName, [op]() {
    return op->emitOpError();
  });
}
";

const PROPERTY: &str = "

static ::llvm::LogicalResult $name(
    $type prop, ::llvm::StringRef propName, llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
  if (!($condition))
    return emitError() << \"property '\" << propName
        << \"' failed to satisfy constraint: $summary\";
  return ::mlir::success();
}
static ::llvm::LogicalResult $name(
    ::mlir::Operation *op, $type prop, ::llvm::StringRef propName) {
  return $name(prop, propName, [op]() {
    return op->emitOpError();
  });
}
";

const SUCCESSOR: &str = "

static ::llvm::LogicalResult $name(
    ::mlir::Operation *op, ::mlir::Block *successor,
    ::llvm::StringRef successorName, unsigned successorIndex) {
  if (!($condition)) {
    return op->emitOpError(\"successor #\") << successorIndex << \" ('\"
        << successorName << \"') failed to verify constraint: $summary\";
  }
  return ::mlir::success();
}
";

const REGION: &str = "

static ::llvm::LogicalResult $name(
    ::mlir::Operation *op, ::mlir::Region &region, ::llvm::StringRef regionName,
    unsigned regionIndex) {
  if (!($condition)) {
    return op->emitOpError(\"region #\") << regionIndex
        << (regionName.empty() ? \" \" : \" ('\" + regionName + \"') \")
        << \"failed to verify constraint: $summary\";
  }
  return ::mlir::success();
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_print_values() {
        let text = |summary| summary_text(summary, |hole| in_function(hole, "attr"));
        assert_eq!(text("a \"b\""), r#"a \"b\""#);
        assert_eq!(text("n ({{f($_self, $_op)}}) m"), r#"n (" << f(attr, *op) << ") m"#);
        assert_eq!(text("{{ without an end"), "{{ without an end");
    }
}
