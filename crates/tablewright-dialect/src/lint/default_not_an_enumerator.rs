//! Default values that are not a case of their enum.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::{AttributeConstraint, AttributeKind, Enum};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::similar::most_similar;

use super::checked_operations;

/// An attribute with a default that its enum lacks.
pub(super) const LINT: Lint = Lint {
    code: Code::DefaultNotAnEnumerator,
    name: "default-not-an-enumerator",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        for attribute in &operation.arguments.attributes {
            let constraint = &*attribute.constraint;
            let Some(default) = constraint.default_value else { continue };
            let Some(definition) = enum_of(constraint) else { continue };
            let Some(case) = named_case(definition, default) else { continue };
            let cases = || definition.cases.iter().map(|one| one.symbol);
            if cases().any(|symbol| symbol == case) {
                continue;
            }
            let (full, name, of) = (&operation.names.full, attribute.name, definition.class_name);
            let message = format!(
                "the default '{default}' of '{name}' in '{full}' is not a case of the enum '{of}'"
            );
            let finding = findings.add(operation.names.pos, message);
            if let Some(similar) = most_similar(case, cases()) {
                finding.note(format!("did you mean '{similar}'?"));
            }
        }
    }
}

/// Returns the enum whose value the attribute contains.
fn enum_of<'c, 's>(constraint: &'c AttributeConstraint<'s>) -> Option<&'c Enum<'s>> {
    match &constraint.innermost().kind {
        AttributeKind::Enum(definition) => Some(definition),
        AttributeKind::Plain | AttributeKind::Derived { .. } | AttributeKind::Type => None,
    }
}

/// Returns the last part of `::my::Kind::Case`. `None` if the default is not a case of the enum's class, for example a
/// call or a combination of cases.
fn named_case<'d>(definition: &Enum<'_>, default: &'d str) -> Option<&'d str> {
    let (class, case) = default.trim().rsplit_once("::")?;
    let class = class.rsplit("::").next()?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    (class == definition.class_name && !case.is_empty() && case.chars().all(is_name))
        .then_some(case)
}
