//! Lint: records that differ only in their names.

use rustc_hash::FxHashMap;
use tablewright_records::trace::{ExpansionKind, Trace};
use tablewright_records::{AnalysisError, Record, RecordStore, RecordView, ShapeId, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::check_target;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A record that differs from another record only in its name.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::EqualRecords,
    name: "equal-records",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// Classes in which a record equal to another record is useless, each with the word for its records in messages. In
/// other classes, for example fragments, the name of a record can be its meaning.
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
                match unused_loop(input.trace, record, other) {
                    Some(loop_variable) => {
                        report_loop(store, what, record, loop_variable, &mut groups)
                    }
                    None => report(what, record, other, &mut groups),
                }
            }
        }
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether the assembler or disassembler must distinguish the instruction from other instructions. Other instructions
/// may be known to C++ code only by name.
fn is_told_apart(instruction: Record<'_>) -> Result<bool, AnalysisError> {
    let instruction = InstructionRecord::new(instruction);
    Ok(!instruction.is_pseudo()? && !instruction.is_code_gen_only()?)
}

/// A loop, and its variable.
struct UnusedLoop {
    keyword: Pos,
    variable: Symbol,
}

/// Returns the innermost loop whose variable differs between two equal records. The records do not use the variable.
/// `None` if the records are not copies of a single statement.
fn unused_loop(trace: &Trace, one: Record<'_>, other: Record<'_>) -> Option<UnusedLoop> {
    let expansions = |record: Record<'_>| {
        let origin = trace.record(record.id())?;
        Some(trace.expansions_around(origin.expansion).map(|id| trace.expansion(id)))
    };
    if one.positions() != other.positions() {
        return None;
    }
    expansions(one)?.zip(expansions(other)?).find_map(|(one, other)| {
        let ExpansionKind::Iteration(keyword) = one.kind else { return None };
        let [variable] = trace.expansion_bindings(one) else { return None };
        let differs = trace.expansion_bindings(other) != [*variable];
        (one.kind == other.kind && differs)
            .then_some(UnusedLoop { keyword, variable: variable.name })
    })
}

fn report_loop(
    store: &RecordStore,
    what: &str,
    record: Record<'_>,
    UnusedLoop { keyword, variable }: UnusedLoop,
    groups: &mut Groups,
) {
    let span = shown_span(store.sources(), keyword.into());
    let variable = store.str(variable);
    groups.add((span, what), record, || {
        let message = format!("{what} is the same for each '{variable}' of the loop");
        let mut diagnostic = draft(span, message);
        diagnostic.label(record.pos(), format!("this does not use '{variable}'"));
        diagnostic.note(None, "the loop makes equal records; perhaps its block ends elsewhere");
        diagnostic
    });
}

fn report(what: &str, record: Record<'_>, other: Record<'_>, groups: &mut Groups) {
    // Two records from the same multiclass or loop differ in the statements that instantiate them, at different
    // positions.
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
        diagnostic.note(
            None,
            "all fields have the same values, so the second record is unused or ambiguous",
        );
        diagnostic
    });
}
