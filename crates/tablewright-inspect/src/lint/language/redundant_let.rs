//! Lint: `let`s that set a field to its current value.

use rustc_hash::FxHashMap;
use tablewright_records::trace::{Cause, LetId, LetPosition, Step, StepId, Trace};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree::LetMode;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::RedundantLet,
    name: "redundant-let",
    group: LintGroup::Language,
    default: Level::Allow,
    check,
};

use super::statement_text::removed;

/// The evaluations of a `let`.
struct Evaluated {
    site: LetId,
    /// Whether no evaluation changed the value.
    is_redundant: bool,
    /// The statement that set the value before the first evaluation.
    before: Option<Span>,
}

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let trace = input.trace;
    let mut lets: FxHashMap<Pos, Evaluated> = FxHashMap::default();
    for (_, step) in trace.steps() {
        let Cause::Let(id) = step.cause else { continue };
        let pos = trace.let_site(id).span.lo;
        let evaluated = lets.entry(pos).or_insert_with(|| Evaluated {
            site: id,
            is_redundant: true,
            before: step.previous.and_then(|previous| setter(trace, previous)),
        });
        let before = step.previous.map(|previous| trace.step(previous).value);
        evaluated.is_redundant &= before == Some(step.value);
    }
    let mut redundant: Vec<(Pos, Evaluated)> =
        lets.into_iter().filter(|(pos, let_)| let_.is_redundant && input.checks(*pos)).collect();
    redundant.sort_by_key(|(pos, _)| *pos);
    for (_, Evaluated { site, before, .. }) in redundant {
        let site = trace.let_site(site);
        let name = input.store.str(site.name);
        let finding = findings.add(site.span, format!("'{name}' has this value already"));
        if let Some(before) = before {
            finding.label(before, "it is set here");
        }
        let is_whole = site.mode == LetMode::Replace && trace.bits(site).is_empty();
        if is_whole
            && site.position == LetPosition::Body
            && let Some(edit) = removed(input.sources(), "let", site.span, site.value_span)
        {
            finding.fix("remove the let", [edit]);
        }
    }
}

/// Finds the statement that set a field's value last, up to a step.
fn setter(trace: &Trace, step: StepId) -> Option<Span> {
    let mut step = Some(step);
    while let Some(id) = step {
        let Step { cause, previous, .. } = *trace.step(id);
        match cause {
            Cause::Let(site) => return Some(trace.let_site(site).span),
            Cause::Declared(definition) => return Some(trace.names().definition(definition).span),
            Cause::Overridden(id) => step = Some(trace.overridden(id).from),
            Cause::Arguments(_) | Cause::Expansion(_) | Cause::Finished => step = previous,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_let_that_changes_nothing_is_found() {
        let text = "class A<int n> { int x = 0; int y = n; }\n\
                    def a : A<1> {\n  let x = 0;\n  let y = 1;\n}\n";
        let want = [
            "test.td:3:7: warning: 'x' has this value already",
            "test.td:4:7: warning: 'y' has this value already",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_let_that_changes_one_of_several_records_is_fine() {
        let text = "class A { int x = 0; }\nclass B : A { let x = 1; }\n\
                    let x = 1 in { def a : A; def b : B; }\ndef c : A { int z = 0; let x = 2; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
