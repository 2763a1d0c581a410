//! Lint: loops with an unused variable.

use tablewright_records::trace::{ExpansionKind, UseKind};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Pos;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedLoopVariable,
    name: "unused-loop-variable",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let tree = input.tree();
    for foreach in &input.syntax_index().loops {
        let span = foreach.var.span;
        let name = tree.str(foreach.var.name);
        if !input.checks(span.lo) || name.starts_with('_') {
            continue;
        }
        // Unevaluated code does not define names.
        let Some(id) = input.trace.names().definition_at(span.lo) else { continue };
        if input.count_uses(id, &[UseKind::Read]) == 0 && !is_empty(input, foreach.keyword) {
            findings.add(span, format!("the variable '{name}' of the loop is never used")).note(
                "every round makes the same; a name that begins with '_' says that this is meant",
            );
        }
    }
}

/// Whether the loop is empty. Then its body may not have been evaluated.
fn is_empty(input: &LintInput<'_>, keyword: Pos) -> bool {
    let mut expansions = input.trace.expansions();
    !expansions.any(|(_, expansion)| expansion.kind == ExpansionKind::Iteration(keyword))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_loop_whose_rounds_are_equal_is_found() {
        let text = "foreach i = [1, 2] in def { int x = 1; }\n";
        let want = ["test.td:1:9: warning: the variable 'i' of the loop is never used"];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn names_values_and_empty_loops_are_fine() {
        let text = "foreach i = [1, 2] in def x#i;\nforeach i = [1, 2] in def { int x = i; }\n\
                    foreach _ = [1, 2] in def { int x = 1; }\nforeach i = []<int> in def y#i;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
