//! Lint: unused `defvar` variables.

use tablewright_records::trace::{DefinitionId, UseKind};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::tree::ExprKind;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedVariable,
    name: "unused-variable",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

use super::statement_text::removed;

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let tree = input.tree();
    for defvar in &input.syntax_index().defvars {
        let span = defvar.name.span;
        let name = tree.str(defvar.name.name);
        if !input.checks(span.lo) || name.starts_with('_') || input.is_used_conditionally(name) {
            continue;
        }
        // Unevaluated code does not define names.
        let Some(id) = input.trace.names().definition_at(span.lo) else { continue };
        if input.count_uses(id, &[UseKind::Read]) > 0
            || is_global(input, id) && (input.is_library() || input.is_used_elsewhere(name))
        {
            continue;
        }
        let finding = findings.add(span, format!("the variable '{name}' is never used"));
        if has_no_effect(&defvar.value.kind)
            && let Some(edit) = removed(input.sources(), "defvar", span, defvar.value.span)
        {
            finding.fix("remove the variable", [edit]);
        }
    }
}

/// Whether the variable is at top level: it lacks an owner.
fn is_global(input: &LintInput<'_>, id: DefinitionId) -> bool {
    input.trace.names().definition(id).owner.is_none()
}

/// Whether a value creates no record and cannot fail.
fn has_no_effect(value: &ExprKind) -> bool {
    matches!(
        value,
        ExprKind::Int(_)
            | ExprKind::BinaryInt(_)
            | ExprKind::Str(_)
            | ExprKind::LongStr(_)
            | ExprKind::Code(_)
            | ExprKind::LongCode(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::{findings, findings_beside};
    use tablewright_test_support::Description;

    #[test]
    fn a_variable_that_nothing_reads_is_found() {
        let text = "defvar a = 1;\ndefvar b = 2;\ndef x { int y = a; }\n\
                    multiclass M { defvar c = 3; def _x; }\n";
        let want = [
            "test.td:2:8: warning: the variable 'b' is never used",
            "test.td:4:23: warning: the variable 'c' is never used",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn uses_in_what_is_not_evaluated_count() {
        let text = "defvar a = 1;\nif 0 then { def x { int y = a; } }\nclass C { defvar b = 1; int y = b; }\n\
                    def z;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }

    #[test]
    fn another_file_of_the_directory_can_read_a_global_variable() {
        let main = || Description::new("defvar a = 1;\ndef x;\n");
        assert_eq!(findings_beside(&LINT, main(), &["def y { int z = a; }\n"]), [""; 0]);
        let want = ["test.td:1:8: warning: the variable 'a' is never used"];
        assert_eq!(findings_beside(&LINT, main(), &["def y { int z = b; }\n"]), want);
    }
}
