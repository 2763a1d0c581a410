//! Enum cases with the same name, text or number.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::EnumCase;
use tablewright_syntax::diagnostic::Code;

use super::checked_enums;

/// An enum case with an earlier case's name, text or number. Bit enums may have several names for a number.
pub(super) const LINT: Lint = Lint {
    code: Code::DuplicateEnumerator,
    name: "duplicate-enumerator",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for (definition, pos) in checked_enums(input, findings) {
        let name = definition.definition;
        if let Some(symbol) = repeated(&definition.cases, |case| case.symbol) {
            findings.add(pos, format!("the enum '{name}' has the case '{symbol}' twice"));
        } else if let Some(text) = repeated(&definition.cases, |case| case.text) {
            let message = format!("the enum '{name}' writes two cases as '{text}'");
            findings.add(pos, message).note("the parser reads the first of the two");
        } else if definition.bits.is_none()
            && let Some(value) = repeated(&definition.cases, |case| case.value)
        {
            let message = format!("the enum '{name}' has the number {value} twice");
            findings.add(pos, message).note("C++ cannot switch over equal numbers");
        }
    }
}

/// Returns the first value that two cases share.
fn repeated<'c, 's, T: Ord + Copy + 'c>(
    cases: &'c [EnumCase<'s>],
    value: impl Fn(&'c EnumCase<'s>) -> T,
) -> Option<T> {
    let mut values: Vec<T> = cases.iter().map(value).collect();
    values.sort_unstable();
    values.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
