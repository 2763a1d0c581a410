//! The lint for patterns that are never selected. It needs the `--gen-dag-isel` table, unknown to the crate with the
//! other lints.

use tablewright_backend::Failure;
use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_llvm::matcher_table::{MatcherTable, Shadowed};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostics};

/// The lint for patterns that are never selected. It takes as long as `--gen-dag-isel`, so it is off by default.
pub(super) const LINT: Lint = Lint {
    code: Code::PatternSelection,
    name: "pattern-never-selected",
    group: LintGroup::Target,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let patterns = input.store.derived_if_defined("Pattern");
    if !patterns.iter().any(|pattern| input.checks(pattern.pos())) {
        return;
    }
    let diagnostics = &mut Diagnostics::new();
    let outcome = MatcherTable::new(input.store, diagnostics, false)
        .and_then(|table| table.shadowed(diagnostics).map(|shadowed| (table, shadowed)));
    match outcome {
        Ok((table, shadowed)) => report(input.store, &table, &shadowed, findings),
        Err(Failure::Diagnostic(error)) => findings.not_checked(*error),
        Err(Failure::Reported | Failure::Io(_)) => {
            if let Some(error) = diagnostics.iter().find(|it| it.code.is_some()) {
                findings.not_checked(error.clone());
            }
        }
    }
}

/// Reports each record whose patterns are all shadowed. A record is not reported if only some of its pattern forms
/// are shadowed, for example forms with reordered operands or for other hardware modes.
fn report(
    store: &RecordStore,
    table: &MatcherTable<'_>,
    shadowed: &[Shadowed],
    findings: &mut Findings,
) {
    let list = &table.patterns().list;
    let mut is_shadowed = vec![false; list.len()];
    shadowed.iter().for_each(|each| is_shadowed[each.pattern] = true);
    let mut selected: Vec<_> = list
        .iter()
        .zip(&is_shadowed)
        .filter(|(_, is_shadowed)| !**is_shadowed)
        .map(|(pattern, _)| pattern.record)
        .collect();
    selected.sort_unstable();
    let mut reported = Vec::new();
    for each in shadowed {
        let record = list[each.pattern].record;
        if selected.binary_search(&record).is_ok() || reported.contains(&record) {
            continue;
        }
        reported.push(record);
        let [record, earlier] =
            [each.pattern, each.by[0]].map(|index| store.record(list[index].record));
        if record.id() == earlier.id() {
            continue;
        }
        // Two records from the same multiclass share a position and differ in the position of their `defm`.
        let mut positions = record.positions().iter().zip(earlier.positions());
        let (at, earlier_at) = positions
            .find(|(one, other)| one != other)
            .map_or((record.pos(), earlier.pos()), |(one, other)| (*one, *other));
        let finding =
            findings.add(at, format!("the pattern of '{}' is never selected", record.name()));
        finding.label(earlier_at, format!("'{}' is selected instead", earlier.name()));
        finding.note(if each.extra_checks.is_empty() {
            "both check the same, and this one is tried later".to_owned()
        } else {
            format!("the other is tried first, and does not check {}", each.extra_checks.join("; "))
        });
        finding.note("a higher 'AddedComplexity' or another predicate gives it a chance");
    }
}
