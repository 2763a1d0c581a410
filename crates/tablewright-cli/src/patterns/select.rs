//! Selection of the patterns to show.

use tablewright_backend::Failure;
use tablewright_records::{Record, RecordId, RecordView};
use tablewright_selection::patterns::pattern_records;
use tablewright_selection::record_views::selection_dag::SdNodeRecord;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::target::PatternsTarget;
use crate::suggestion;

/// Classes of the records that `--node` accepts.
const OPERATORS: [&str; 5] = ["SDNode", "PatFrags", "PatFrag", "Intrinsic", "ComplexPattern"];

/// Selected names. A pattern is shown if any list selects it.
pub(super) struct PatternSelection {
    /// Instruction names.
    pub(super) instructions: Vec<String>,
    /// Names of nodes, fragments and other operators, or opcodes.
    pub(super) nodes: Vec<String>,
    /// Record names, or source positions.
    pub(super) patterns: Vec<String>,
}

impl PatternSelection {
    pub(super) fn is_empty(&self) -> bool {
        self.instructions.is_empty() && self.nodes.is_empty() && self.patterns.is_empty()
    }

    /// Returns the selected pattern records, in definition order. `None` if nothing is selected.
    pub(super) fn records(
        &self,
        target: &PatternsTarget<'_>,
    ) -> Result<Option<Vec<RecordId>>, Failure> {
        if self.is_empty() {
            return Ok(None);
        }
        let mut records = Vec::new();
        let all = pattern_records(target.store, target.instructions);
        for name in &self.instructions {
            records.extend(for_instruction(target, &all, name)?);
        }
        for name in &self.nodes {
            records.extend(for_node(target, name)?);
        }
        for name in &self.patterns {
            records.extend(for_name_or_place(target, &all, name)?);
        }
        records.sort_by_key(|&record| target.store.record(record).sequence());
        records.dedup();
        Ok(Some(records))
    }
}

fn for_instruction(
    target: &PatternsTarget<'_>,
    all: &[Record<'_>],
    name: &str,
) -> Result<Vec<RecordId>, Diagnostic> {
    let record = target.store.find_record(name);
    let id = record.and_then(|record| Some((record, target.instructions.id(record)?)));
    let Some((record, instruction)) = id else {
        let known = target.instructions.iter().map(|(_, record)| target.record_name(record));
        return Err(suggestion::unknown_name("instruction", name, known));
    };
    let mut records = target.patterns.making(target.store, instruction);
    // The record's own pattern may be skipped. Then it is shown with the reason.
    records.extend(all.iter().map(|record| record.id()).filter(|&known| known == record));
    if records.is_empty() { Err(error(format!("no pattern makes '{name}'"))) } else { Ok(records) }
}

fn for_node(target: &PatternsTarget<'_>, name: &str) -> Result<Vec<RecordId>, Diagnostic> {
    let store = target.store;
    let classes = OPERATORS.iter().flat_map(|class| store.derived_if_defined(class));
    let operators: Vec<Record<'_>> = classes.collect();
    let opcode = |record: &Record<'_>| SdNodeRecord::from_record(*record)?.opcode().ok();
    let has_opcode = |record: &Record<'_>| opcode(record).is_some_and(|of| store.str(of) == name);
    let mut is_known = false;
    let mut records = Vec::new();
    for record in operators.iter().filter(|record| record.name() == name || has_opcode(record)) {
        is_known = true;
        records.extend(target.patterns.matching(store, target.instructions, record.id()));
    }
    if !is_known {
        let opcodes = operators.iter().filter_map(opcode).map(|opcode| store.str(opcode));
        let known = operators.iter().map(|record| record.name()).chain(opcodes);
        return Err(suggestion::unknown_name("node or fragment", name, known));
    }
    if records.is_empty() { Err(error(format!("no pattern has '{name}'"))) } else { Ok(records) }
}

fn for_name_or_place(
    target: &PatternsTarget<'_>,
    all: &[Record<'_>],
    wanted: &str,
) -> Result<Vec<RecordId>, Diagnostic> {
    let position = match wanted.rsplit_once(':') {
        Some((file, line)) => line.parse().ok().map(|line: u32| (file, line)),
        None => wanted.parse().ok().map(|line| (target.store.input_name(), line)),
    };
    let Some((file, line)) = position else {
        if let Some(record) = all.iter().find(|record| record.name() == wanted) {
            return Ok(vec![record.id()]);
        }
        return Err(match target.store.find_record(wanted) {
            Some(_) => error(format!("'{wanted}' does not have a pattern")),
            None => {
                let known = all.iter().map(|record| record.name());
                suggestion::unknown_name("pattern", wanted, known)
            }
        });
    };
    let is_there = |record: &&Record<'_>| {
        let locations = target.locations(record.id());
        locations.iter().any(|at| at.line == line && is_file(&at.file, file))
    };
    let records: Vec<RecordId> = all.iter().filter(is_there).map(|record| record.id()).collect();
    if records.is_empty() {
        Err(error(format!("no pattern at {file}:{line}")))
    } else {
        Ok(records)
    }
}

/// Whether `path` ends with the components of `wanted`.
fn is_file(path: &str, wanted: &str) -> bool {
    let start = path.strip_suffix(wanted);
    start.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
}

fn error(message: String) -> Diagnostic {
    Diagnostic::error_anywhere(Code::UnknownName, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_the_end_of_their_paths() {
        assert!(is_file("lib/Target/X86/X86InstrInfo.td", "X86InstrInfo.td"));
        assert!(is_file("lib/Target/X86/X86InstrInfo.td", "X86/X86InstrInfo.td"));
        assert!(!is_file("lib/Target/X86/X86InstrInfo.td", "InstrInfo.td"));
    }
}
