//! Dialects whose formats need an older default of `useStrictPropertiesInAssemblyFormat`.

use std::collections::BTreeSet;

use tablewright_inspect::lint::{Edit, Findings, Level, Lint, LintGroup, LintInput};
use tablewright_records::Feature;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};

use super::{checked_operations, has_field};
use tablewright_mlir::unwritten_in_format;

/// A dialect with an operation format that strict properties refuse, and no choice between strict and other properties.
pub(super) const LINT: Lint = Lint {
    code: Code::StrictProperties,
    name: "strict-properties",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

/// The field in `Dialect`.
const FIELD: &str = "useStrictPropertiesInAssemblyFormat";

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if !input.release().has(Feature::FormatsHaveStrictProperties)
        || input.store.release().has(Feature::FormatsHaveStrictProperties)
        || input
            .store
            .find_class("Dialect")
            .is_some_and(|class| has_field(input.store, class, FIELD))
    {
        return;
    }
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for operation in checked_operations(input, findings) {
        let Some((kind, name)) = unwritten_in_format(&operation) else { continue };
        let Some(record) = input.store.get(operation.dialect.definition) else { continue };
        if !reported.insert(operation.dialect.definition) {
            continue;
        }
        let message = format!(
            "the formats of dialect '{}' are strict since release 24, and the format of '{}' does not write the {kind} \
             '{name}'",
            operation.dialect.name, operation.names.full
        );
        let pos = record.pos();
        if !input.checks(pos) {
            findings.add(operation.names.pos, message);
            continue;
        }
        let edit = body_start(input, pos).map(|place| Edit {
            span: Span::new(place, place),
            replacement: format!("\n  let {FIELD} = 0;"),
        });
        let finding = findings.add(pos, message);
        finding.label(operation.names.pos, "the operation");
        if let Some(edit) = edit {
            finding.fix("keep the formats as they are", [edit]);
        }
    }
}

/// Returns the position after the opening brace of the record at `pos`.
fn body_start(input: &LintInput<'_>, pos: Pos) -> Option<Pos> {
    let sources = input.sources();
    let file = sources.file(sources.file_of(pos));
    let offset = sources.offset_in_file(pos);
    let end = file.text[offset..].find(['{', ';'])? + offset;
    file.text[end..].starts_with('{').then(|| file.pos(end + 1))
}
