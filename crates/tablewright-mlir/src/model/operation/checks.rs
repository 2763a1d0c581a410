//! Rules about operations as a whole. `mlir-tblgen` checks them whenever it reads an operation. Only actions that print
//! classes check [`size_problem`].

use tablewright_records::{Dag, FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::{Operation, OperationValue, count_variable};
use crate::model::accessor_name::getter;

/// Functions that every operation has.
const DEFAULT_ACCESSORS: [&str; 6] =
    ["getAttributeNames", "getAttributes", "getOperands", "getOperation", "getRegions", "getType"];

/// Traits that assign values to several variable operands or results.
struct SizeTraits {
    values: &'static str,
    segments: &'static str,
    same_size: &'static str,
}

const OPERAND_SIZES: SizeTraits = SizeTraits {
    values: "operands",
    segments: "AttrSizedOperandSegments",
    same_size: "SameVariadicOperandSize",
};

const RESULT_SIZES: SizeTraits = SizeTraits {
    values: "results",
    segments: "AttrSizedResultSegments",
    same_size: "SameVariadicResultSize",
};

/// A rule that an operation breaks, and a way out.
pub(crate) struct Problem {
    pub(crate) message: String,
    pub(crate) advice: String,
}

/// Checks the operator of the dag in a field, for example `outs` in `results`.
pub(super) fn check_operator(
    operation: Record<'_>,
    list: Dag<'_>,
    field: &str,
    operator: &str,
) -> Result<(), FieldError> {
    let store = operation.store();
    let operator_name = store.value(list.operator).as_def().map(|id| store.record(id).name());
    if operator_name == Some(operator) {
        return Ok(());
    }
    let message = format!("'{field}' must have '{operator}' directive");
    Err(FieldError::new(Code::Mlir, operation, message).label_field(operation, field))
}

/// Returns the error for a field with an attribute that is not derived.
pub(super) fn attribute_field(operation: Record<'_>, field: &str) -> FieldError {
    let message = "unexpected Attr where only DerivedAttr is allowed";
    FieldError::new(Code::Mlir, operation, message).label_field(operation, field)
}

/// Checks that an operation has a builder, and that its accessors differ from each other and from default accessors.
pub(super) fn check_whole(record: Record<'_>, op: &Operation<'_>) -> Result<(), FieldError> {
    if op.builders.skips_default && op.builders.custom.is_empty() {
        let message = "default builders are skipped and no custom builders provided";
        let error = FieldError::new(Code::Mlir, record, message);
        return Err(error.label_field(record, "skipDefaultBuilders"));
    }
    check_names(record, op)
}

fn check_names(record: Record<'_>, op: &Operation<'_>) -> Result<(), FieldError> {
    let operands = &op.arguments.operands;
    let operands = operands.iter().map(|one| ("operands", one.name, one.is_variable()));
    let results = op.results.iter().map(|one| ("results", one.name, one.is_variable()));
    let regions = op.blocks.regions.iter().map(|one| ("regions", one.name, one.is_variadic));
    let successors = &op.blocks.successors;
    let successors = successors.iter().map(|one| ("successors", one.name, one.is_variadic));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (kind, name, is_variable) in operands.chain(results).chain(regions).chain(successors) {
        if name.is_empty() {
            continue;
        }
        // The default accessor already returns variadic operands named `operands`, or variadic regions named `regions`.
        let is_the_same = is_variable && getter(name) == getter(kind);
        if !is_the_same && has_default_accessor(op, name) {
            let message = format!(
                "generated accessor for `{name}` overlaps with a default one; please rename to avoid overlap"
            );
            let error =
                FieldError::new(Code::Mlir, record, message).about_field(record, field(kind));
            return Err(error.at_text(format!("${name}")));
        }
        if let Some((other, _)) = seen.iter().find(|(_, seen)| *seen == name) {
            let message = if *other == kind {
                format!("op has a conflict with two {kind} having the same name '{name}'")
            } else {
                format!(
                    "op has a conflict with {other} and {kind} both having an entry with the name '{name}'"
                )
            };
            return Err(FieldError::new(Code::Mlir, record, message));
        }
        seen.push((kind, name));
    }
    Ok(())
}

/// Returns the field that lists the values with a kind.
fn field(kind: &'static str) -> &'static str {
    match kind {
        "operands" => "arguments",
        other => other,
    }
}

/// Whether every operation already has the accessor for a name. `getType` is free if an operation has one result.
fn has_default_accessor(op: &Operation<'_>, name: &str) -> bool {
    let accessor = getter(name);
    let is_default = DEFAULT_ACCESSORS.contains(&accessor.as_str());
    is_default && !(accessor == "getType" && op.results.len() == 1)
}

/// Returns a problem if no trait assigns values to several variable operands or results.
pub(crate) fn size_problem(op: &Operation<'_>) -> Option<Problem> {
    let of_operands = values_problem(op, &op.arguments.operands, &OPERAND_SIZES);
    of_operands.or_else(|| values_problem(op, &op.results, &RESULT_SIZES))
}

fn values_problem(
    op: &Operation<'_>,
    list: &[OperationValue<'_>],
    traits: &SizeTraits,
) -> Option<Problem> {
    let SizeTraits { values, segments, same_size } = traits;
    let has = |name: &str| op.has_trait(&format!("::mlir::OpTrait::{name}"));
    let variable = count_variable(list);
    let problem = |message, advice| Some(Problem { message, advice });
    match (variable, has(segments), has(same_size)) {
        (2.., false, false) => problem(
            format!("op has multiple variadic {values} but no specification over their sizes"),
            format!("add the trait {segments}, or {same_size} if all have the same number"),
        ),
        (0 | 1, true, _) => problem(
            format!("op must have at least two variadic {values} to use '{segments}' trait"),
            format!("remove the trait {segments}: the number of values follows from the operation"),
        ),
        (_, true, true) => problem(
            format!("op cannot have both '{segments}' and '{same_size}' traits"),
            format!("keep {segments} if the numbers differ"),
        ),
        (_, _, _) => None,
    }
}
