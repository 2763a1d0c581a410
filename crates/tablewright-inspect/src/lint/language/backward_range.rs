//! Lint: bit ranges in an unusual direction.

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::BackwardRange,
    name: "backward-range",
    group: LintGroup::Language,
    default: Level::Allow,
    check,
};

/// Number of usual ranges for each unusual range, from which on the unusual range is reported.
const HABIT: usize = 20;

/// Range counts by direction.
#[derive(Clone, Copy, Default)]
struct Orders {
    ascending: usize,
    descending: usize,
}

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let index = input.syntax_index();
    for &(span, first, last) in &index.empty_ranges {
        if input.checks(span.lo) {
            findings
                .add(span, format!("the range from {first} to {last} is empty"))
                .note("!range counts upwards, and ends before its second number");
        }
    }
    // Some targets number bits from the highest. The usual direction is therefore determined for
    // each field.
    let mut orders: FxHashMap<Option<Symbol>, Orders> = FxHashMap::default();
    let ranges = index.bit_ranges.iter().filter(|range| input.checks(range.span.lo));
    for range in ranges.clone() {
        let orders = orders.entry(range.set_field).or_default();
        *(if range.first < range.last { &mut orders.ascending } else { &mut orders.descending }) +=
            1;
    }
    for range in ranges.filter(|range| range.first < range.last) {
        let Orders { ascending, descending } = orders[&range.set_field];
        if ascending * HABIT <= descending {
            let message = format!("the bits {}-{} run upwards", range.first, range.last);
            let others = match range.set_field {
                Some(_) => "of this field",
                None => "of values",
            };
            findings.add(range.span, message).note(format!(
                "they are taken in reverse; {descending} other ranges {others} run downwards"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    fn text(ranges: &str) -> String {
        let usual = "let Inst{7-4} = 1; let Inst{3-0} = 2; ".repeat(10);
        format!("class C {{ bits<8> Inst; {usual}\n{ranges} }}\n")
    }

    #[test]
    fn bits_in_the_other_order_are_found() {
        let want = ["test.td:2:10: warning: the bits 0-3 run upwards"];
        assert_eq!(findings(&LINT, &text("let Inst{0-3} = 1;")), want);
        let want = ["test.td:1:24: warning: the range from 8 to 0 is empty"];
        assert_eq!(findings(&LINT, "def x { list<int> y =  !range(8, 0); }\n"), want);
    }

    #[test]
    fn the_habit_of_a_description_is_fine() {
        assert_eq!(findings(&LINT, &text("let Inst{3-0} = 1; let Inst{5} = 1;")), [""; 0]);
        let text = "class C { bits<8> Inst; let Inst{0-3} = 1; let Inst{4-7} = 2; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
