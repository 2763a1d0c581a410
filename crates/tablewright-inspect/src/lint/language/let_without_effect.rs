//! Lint: `let … in` around statements without the field.

use rustc_hash::FxHashMap;
use tablewright_records::trace::{Cause, LetPosition};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Pos;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::LetWithoutEffect,
    name: "let-without-effect",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let trace = input.trace;
    // Keyed by the name's position, since a `let` may be evaluated several times.
    let mut reached: FxHashMap<Pos, bool> = FxHashMap::default();
    for (_, step) in trace.steps() {
        if let Cause::Let(site) = step.cause {
            reached.insert(trace.let_site(site).span.lo, true);
        }
    }
    for (_, site) in trace.let_sites() {
        let is_new = !reached.contains_key(&site.span.lo);
        if site.position == LetPosition::Around && is_new && input.checks(site.span.lo) {
            reached.insert(site.span.lo, false);
            let name = input.store.str(site.name);
            findings
                .add(site.span, format!("this let of '{name}' reaches no class and no record"))
                .note("nothing that has the field is defined in its block");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_let_around_nothing_is_found() {
        let text =
            "class A { int x = 0; }\nlet x = 1 in {\n  defvar y = 1;\n}\nlet x = 2 in def a : A;\n";
        let want = ["test.td:2:5: warning: this let of 'x' reaches no class and no record"];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_let_in_a_multiclass_reaches_its_records() {
        let text = "class A { int x = 0; }\nmulticlass M { let x = 1 in def _a : A; }\n\
                    multiclass N { def _a : A; }\nlet x = 2 in defm n : N;\n\
                    let x = 3 in class B : A;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
