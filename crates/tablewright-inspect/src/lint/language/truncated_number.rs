//! Lint: numbers that do not fit into their bits.

use rustc_hash::FxHashSet;
use tablewright_records::trace::Cause;
use tablewright_records::{Op, Record, Type, Value, ValueId};
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::TruncatedNumber,
    name: "truncated-number",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let mut seen = FxHashSet::default();
    for record in input.store.records() {
        for (slot, field) in record.fields().enumerate() {
            if !field.value.is_open() {
                continue;
            }
            let Some(number) = truncated(input, field.value) else { continue };
            let span = origin(input, record, slot, number).unwrap_or(field.pos.into());
            if !input.checks(span.lo) || !seen.insert((span.lo, number)) {
                continue;
            }
            let value = input.store.value_text(number);
            let name = input.store.str(field.name);
            findings
                .add(span, format!("a number does not fit into its bits of '{name}': {value}"))
                .note(format!(
                    "in the record '{}' the bits stay without a value, and backends take them for 0",
                    record.name()
                ));
        }
    }
}

/// Returns the unconverted number whose bits `value` contains.
fn truncated(input: &LintInput<'_>, value: ValueId) -> Option<ValueId> {
    let store = input.store;
    let is_number = |of: &ValueId| {
        let Value::Op { op: Op::Bang(BangOp::Cast), ty, args: [number] } = store.value(*of) else {
            return false;
        };
        matches!(store.ty(ty), Type::Bits(_)) && matches!(store.value(*number), Value::Int(_))
    };
    let Value::Bits(bits) = store.value(value) else { return None };
    let wide = bits.iter().filter_map(|bit| {
        let Value::VarBit { of, .. } = store.value(bit) else { return None };
        Some(of)
    });
    wide.into_iter().find(is_number)
}

/// Finds the source position of the value that set a field to `number`.
fn origin(input: &LintInput<'_>, record: Record<'_>, slot: usize, number: ValueId) -> Option<Span> {
    let trace = input.trace;
    let last = trace.last_steps(trace.record(record.id())?).get(slot).copied()??;
    let mut origin_span = None;
    for step in trace.history(last).into_iter().rev() {
        let step = trace.step(step);
        if origin_span.is_some() && truncated(input, step.value) != Some(number) {
            break;
        }
        origin_span = match step.cause {
            Cause::Let(site) => Some(trace.let_site(site).value_span),
            Cause::Declared(definition) => Some(trace.names().definition(definition).span),
            Cause::Overridden(_) | Cause::Arguments(_) | Cause::Expansion(_) | Cause::Finished => {
                origin_span
            }
        };
    }
    origin_span
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_number_that_needs_more_bits_is_found() {
        let text = "class I { field bits<8> Inst; }\n\
                    def a : I { let Inst{5-0} = 70; let Inst{7-6} = 1; }\n";
        let want = [
            "test.td:2:29: warning: a number does not fit into its bits of 'Inst': !cast<bits<6>>(70)",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn numbers_that_fit_and_operands_are_fine() {
        let text = "class I { field bits<8> Inst; bits<2> o; let Inst{1-0} = o; }\n\
                    def a : I { let Inst{7-2} = 63; }\ndef b : I { let Inst{7-2} = -1; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
