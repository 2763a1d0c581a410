//! Records that are equal but for their names.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, Record, RecordStore, RecordView, ShapeId, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::check_target;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A record that is equal to another but for its name.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::EqualRecords,
    name: "equal-records",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// The classes of which a second equal record says nothing new, each with what a record is called. Of other classes,
/// fragments among them, the name of a record can be its meaning.
const CLASSES: [(&str, &str); 5] = [
    ("Instruction", "the instruction"),
    ("Pattern", "the pattern"),
    ("InstAlias", "the alias"),
    ("MnemonicAlias", "the alias"),
    ("CompressPat", "the compression"),
];

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for (class, what) in CLASSES {
        let mut first: FxHashMap<(ShapeId, &[ValueId]), Record<'_>> = FxHashMap::default();
        let mut records = store.derived_if_defined(class);
        records.sort_by_key(|record| record.sequence());
        for record in records {
            if class == "Instruction" && !is_told_apart(record)? {
                continue;
            }
            let other = *first.entry((record.shape_id(), record.values())).or_insert(record);
            if other.id() != record.id() {
                report(store, what, record, other, &mut groups);
            }
        }
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether assembler or disassembler have to tell an instruction from others. Code alone may know instructions by
/// their names.
fn is_told_apart(instruction: Record<'_>) -> Result<bool, AnalysisError> {
    let instruction = InstructionRecord::new(instruction);
    Ok(!instruction.is_pseudo()? && !instruction.is_code_gen_only()?)
}

fn report(
    store: &RecordStore,
    what: &str,
    record: Record<'_>,
    other: Record<'_>,
    groups: &mut Groups,
) {
    // Two records of one multiclass or loop differ in what instantiates them, which stands in other places.
    let positions = record.positions().iter().zip(other.positions());
    let differing = positions.into_iter().find(|(one, other)| one != other);
    let (span, other_span) =
        differing.map_or((record.pos(), other.pos()), |(one, other)| (*one, *other));
    groups.add((span.into(), what), record, || {
        let name = |record: Record<'_>| {
            if record.is_anonymous() { String::new() } else { format!(" '{}'", record.name()) }
        };
        let message = match (record.is_anonymous(), other.is_anonymous()) {
            (true, true) => format!("{what} is equal to an earlier one"),
            (true, false) => format!("{what} is equal to{}", name(other)),
            (false, _) => format!(
                "{what}{} is equal to{}",
                name(record),
                if other.is_anonymous() { " an earlier one".to_owned() } else { name(other) }
            ),
        };
        let mut diagnostic = draft(span.into(), message);
        if other_span != span {
            diagnostic.label(other_span, "the earlier one");
        }
        let _ = store;
        diagnostic.note(
            None,
            "all fields have the same values, so the second record is unused or ambiguous",
        );
        diagnostic
    });
}
