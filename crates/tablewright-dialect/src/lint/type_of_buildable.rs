//! Formats with a type that is always the same.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::Operation;
use tablewright_mlir::model::operation::{
    AssemblyFormat, FormatElement, FormatVariable, OperationSyntax,
};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// A format with `type($x)` although a single type satisfies the constraint of `$x`. Many dialects write such types for
/// their readers, so the lint is off by default.
pub(super) const LINT: Lint = Lint {
    code: Code::TypeOfBuildable,
    name: "type-of-buildable",
    group: LintGroup::Mlir,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        let OperationSyntax::Format(format) = operation.syntax else { continue };
        // The lint `unreadable-format` reports errors.
        let Ok(format) = AssemblyFormat::parse(&operation, format) else { continue };
        for element in format.walk() {
            let Some(name) = buildable(&operation, element) else { continue };
            let full = &operation.names.full;
            let message = format!(
                "the format of '{full}' has 'type(${name})', and ${name} has only one type"
            );
            let note = "a reader knows the type without it, and a parser builds it";
            findings.add(operation.names.pos, message).note(note);
        }
    }
}

/// Returns the name in `type($name)` if its constraint builds the type.
fn buildable<'s>(operation: &Operation<'s>, element: &FormatElement<'s>) -> Option<&'s str> {
    let FormatElement::Type(inner) = element else { return None };
    let FormatElement::Variable(variable) = **inner else { return None };
    let value = match variable {
        FormatVariable::Operand(index) => operation.arguments.operands.get(index)?,
        FormatVariable::Result(index) => operation.results.get(index)?,
        FormatVariable::Attribute(_)
        | FormatVariable::Property(_)
        | FormatVariable::Region(_)
        | FormatVariable::Successor(_) => return None,
    };
    let has_builder = value.constraint.builder_call.is_some_and(|call| !call.is_empty());
    (has_builder && !value.is_variable()).then_some(value.name)
}
