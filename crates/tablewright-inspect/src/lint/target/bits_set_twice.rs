//! Lint: field bits that the same body sets twice.

use rustc_hash::FxHashSet;
use tablewright_records::trace::{Cause, LetId, LetPosition, LetSite, Step, Trace};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::tree::LetMode;

use crate::explain::bits_text;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Field bits that the same body sets twice.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::BitsSetTwice,
    name: "bits-set-twice",
    group: LintGroup::Target,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let trace = input.trace;
    let mut seen = FxHashSet::default();
    for (_, step) in trace.steps() {
        let Some(last) = partial_let(trace, step) else { continue };
        let site = trace.let_site(last);
        let mut previous = step.previous;
        while let Some(id) = previous
            && let Some(before) = partial_let(trace, trace.step(id))
            && trace.let_site(before).owner == site.owner
        {
            previous = trace.step(id).previous;
            let first = trace.let_site(before);
            let twice = common_bits(trace, first, site);
            // All bits are set first, and then some of them again.
            let refines =
                twice.len() == trace.bits(site).len() && twice.len() < trace.bits(first).len();
            // The bodies of two prototypes can have the same owner; positions tell them apart.
            if twice.is_empty()
                || refines
                || first.span.lo >= site.span.lo
                || !seen.insert((first.span, site.span))
            {
                continue;
            }
            let (field, bits) =
                (input.store.str(site.name), bits_text(twice.iter().rev().copied()));
            let noun = if twice.len() == 1 { "bit" } else { "bits" };
            let verb = if twice.len() == 1 { "is" } else { "are" };
            let message = format!("{noun} {bits} of '{field}' {verb} set twice in one body");
            findings
                .add(site.span, message)
                .label(first.span, "the value that this sets is lost")
                .note("the last `let` of a body wins; one of the two ranges of bits is probably wrong");
        }
    }
}

/// Returns the step's `let` if it is in a body and sets only some bits of the field.
fn partial_let(trace: &Trace, step: &Step) -> Option<LetId> {
    let Cause::Let(id) = step.cause else { return None };
    let site = trace.let_site(id);
    let is_partial = site.position == LetPosition::Body
        && site.mode == LetMode::Replace
        && !trace.bits(site).is_empty();
    is_partial.then_some(id)
}

/// Returns the bits that both `let`s set, lowest first.
fn common_bits(trace: &Trace, one: &LetSite, other: &LetSite) -> Vec<u32> {
    let others = trace.bits(other);
    let mut common: Vec<u32> =
        trace.bits(one).iter().copied().filter(|bit| others.contains(bit)).collect();
    common.sort_unstable();
    common
}
