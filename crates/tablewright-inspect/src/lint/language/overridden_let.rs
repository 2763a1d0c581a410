//! Lint: `let`s whose value is always overridden before it is used.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::trace::{Cause, LetId, LetPosition, LetSite, Origin, StepId, Trace};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Pos;
use tablewright_syntax::tree::LetMode;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OverriddenLet,
    name: "overridden-let",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

/// The fate of the value from a `let` step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetOutcome {
    /// No step follows yet.
    Unknown,
    /// The `let` overrides it, in each record so far.
    OverriddenBy(LetId),
    /// It is read, or it remains the value in a class or record.
    Kept,
}

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let trace = input.trace;
    let outcomes = outcomes(input);
    // Keyed by the name's position. The second id is the overriding `let`; `None` if the value is
    // kept somewhere.
    let mut lets: FxHashMap<Pos, (LetId, Option<LetId>)> = FxHashMap::default();
    for (id, step) in trace.steps() {
        let Cause::Let(site) = step.cause else { continue };
        let by = match outcomes[id] {
            LetOutcome::OverriddenBy(by) => Some(by),
            LetOutcome::Unknown | LetOutcome::Kept => None,
        };
        let entry = lets.entry(trace.let_site(site).span.lo).or_insert((site, by));
        entry.1 = entry.1.and(by);
    }
    let mut overridden: Vec<(LetId, LetId)> =
        lets.into_values().filter_map(|(site, by)| Some((site, by?))).collect();
    overridden.sort_by_key(|&(site, _)| trace.let_site(site).span.lo);
    for (site, by) in overridden {
        let (site, by) = (trace.let_site(site), trace.let_site(by));
        if input.checks(site.span.lo) {
            let name = input.store.str(site.name);
            findings
                .add(site.span, format!("the value that this let gives '{name}' is never used"))
                .label(by.span, "this let replaces it");
        }
    }
}

fn outcomes(input: &LintInput<'_>) -> IndexVec<StepId, LetOutcome> {
    let trace = input.trace;
    let count = trace.steps().count();
    let mut outcomes: IndexVec<StepId, LetOutcome> =
        IndexVec::from_elem_n(LetOutcome::Unknown, count);
    let records = input.store.records().filter_map(|record| trace.record(record.id()));
    let classes = input.store.classes().filter_map(|class| trace.class(class.id()));
    let mut keep = |origin: &Origin| {
        for step in trace.last_steps(origin).iter().flatten() {
            outcomes[*step] = LetOutcome::Kept;
        }
    };
    records.for_each(&mut keep);
    classes.for_each(&mut keep);
    for (_, step) in trace.steps() {
        let Some(previous) = step.previous else { continue };
        let Cause::Let(site) = trace.step(previous).cause else { continue };
        let next = match step.cause {
            Cause::Let(by) if is_override(input, site, by) => LetOutcome::OverriddenBy(by),
            Cause::Let(_)
            | Cause::Declared(_)
            | Cause::Overridden(_)
            | Cause::Arguments(_)
            | Cause::Expansion(_)
            | Cause::Finished => LetOutcome::Kept,
        };
        if outcomes[previous] != LetOutcome::Kept {
            outcomes[previous] = next;
        }
    }
    outcomes
}

/// Whether a `let` overrides the value of an earlier `let` in the same body, or in an enclosing
/// block. Overriding a value from a class or multiclass does not count, because such values are
/// defaults.
fn is_override(input: &LintInput<'_>, site: LetId, by: LetId) -> bool {
    let trace = input.trace;
    let (site, by) = (trace.let_site(site), trace.let_site(by));
    let (first, second) = (site.span.lo, by.span.lo);
    if !covers(trace, site, by) || first == second {
        return false;
    }
    match (site.position, by.position) {
        (LetPosition::Body, LetPosition::Body) => {
            let sources = input.sources();
            site.owner == by.owner
                && sources.file_of(first) == sources.file_of(second)
                && first < second
        }
        (LetPosition::Around, _) => input.syntax_index().nested_lets.contains(&(first, second)),
        (LetPosition::Body, LetPosition::Around) => false,
    }
}

/// Whether `by` sets all bits that `site` sets.
fn covers(trace: &Trace, site: &LetSite, by: &LetSite) -> bool {
    let (set, by_bits) = (trace.bits(site), trace.bits(by));
    by.mode == LetMode::Replace
        && (by_bits.is_empty() || !set.is_empty() && set.iter().all(|bit| by_bits.contains(bit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_let_that_another_one_replaces_everywhere_is_found() {
        let text = "class A { int x = 0; bits<4> b = 0; }\n\
                    let x = 1 in {\n  def a : A { let x = 2; }\n  let x = 3 in def b : A;\n}\n\
                    def c : A {\n  let b{1-0} = 1;\n  let b{2-0} = 2;\n}\n";
        let want = [
            "test.td:2:5: warning: the value that this let gives 'x' is never used",
            "test.td:7:7: warning: the value that this let gives 'b' is never used",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_default_for_several_records_is_fine() {
        let text = "class A { int x = 0; bits<4> b = 0; }\n\
                    let x = 1 in { def a : A { let x = 2; } def b : A; }\n\
                    class B : A { let x = 3; }\ndef c : B { let x = 4; let b{0} = 1; let b{1} = 1; }\n\
                    multiclass M { def _m : A { let x = 5; } }\nlet x = 6 in defm m : M;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
