//! Records about semantics: `Semantics` for instructions, `SDNodeEquiv` for equivalent nodes.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::{InstructionId, Instructions};

use super::semantics::SemanticsReader;
use crate::patterns::forest::SdNodeId;
use crate::record_views::selection_dag::SemanticsRecord;

/// By record of a target's node, the node that replaces it.
pub struct SemanticsEquivalences(FxHashMap<RecordId, SdNodeId>);

impl SemanticsEquivalences {
    /// Reads the records.
    ///
    /// # Errors
    ///
    /// If a node has two equivalents or an equivalent with more results.
    pub fn read(
        records: &[Record<'_>],
        reader: &SemanticsReader<'_>,
    ) -> Result<SemanticsEquivalences, FieldError> {
        let mut equivalents: FxHashMap<RecordId, (SdNodeId, Record<'_>)> = FxHashMap::default();
        for &record in records {
            let own = node(reader, record, "TargetSpecific")?;
            let other = node(reader, record, "TargetIndependent")?;
            let (own, other_node) = (reader.sd_node(own), reader.sd_node(other));
            let name = record.store().record(own.record).name();
            if other_node.result_count > own.result_count {
                let other = record.store().record(other_node.record).name();
                let message = format!(
                    "'{other}' has {} results, more than the {} of '{name}'",
                    other_node.result_count, own.result_count
                );
                return Err(FieldError::new(Code::PatternNodes, record, message));
            }
            let first = equivalents.entry(own.record).or_insert((other, record));
            if first.0 != other {
                let message = format!("'{name}' has two equivalent nodes");
                let error = FieldError::new(Code::PatternNodes, record, message);
                return Err(error.label_record(first.1, "the other equivalence"));
            }
        }
        Ok(SemanticsEquivalences(
            equivalents.into_iter().map(|(own, (other, _))| (own, other)).collect(),
        ))
    }

    /// Returns the node that replaces another node.
    pub fn for_record(&self, record: RecordId) -> Option<SdNodeId> {
        self.0.get(&record).copied()
    }
}

fn node(
    reader: &SemanticsReader<'_>,
    record: Record<'_>,
    field: &str,
) -> Result<SdNodeId, FieldError> {
    let value = record.record(field)?;
    reader.sd_node_of(value.id()).ok_or_else(|| {
        let message = format!("'{}' is not an SDNode", value.name());
        FieldError::new(Code::PatternNodes, record, message).label_field(record, field)
    })
}

/// Returns `Semantics` records with their instructions, in byte order by name.
///
/// # Errors
///
/// If a record does not name an instruction that can have semantics, or two records name the same.
pub fn semantics_overrides<'s>(
    mut records: Vec<SemanticsRecord<'s>>,
    instructions: &Instructions,
) -> Result<Vec<(SemanticsRecord<'s>, InstructionId)>, FieldError> {
    records.sort_unstable_by_key(|record| record.name());
    let mut overrides: Vec<(SemanticsRecord<'s>, InstructionId)> =
        Vec::with_capacity(records.len());
    let mut by_instruction: FxHashMap<InstructionId, SemanticsRecord<'s>> = FxHashMap::default();
    for record in records {
        let of = record.inst()?;
        let error = |message: String| {
            FieldError::new(Code::PatternUse, *record, message).label_field(*record, "Inst")
        };
        let Some(instruction) = instructions.id(of.id()) else {
            return Err(error(format!("'{}' is not an instruction of the target", of.name())));
        };
        if instruction.index() == 0 {
            let message = format!("instruction '{}' cannot have semantics", of.name());
            return Err(error(message)
                .note("the number of the first instruction means that an instruction is missing"));
        }
        if let Some(first) = by_instruction.insert(instruction, record) {
            let error = error(format!("instruction '{}' has semantics twice", of.name()));
            return Err(error.label_record(first, "the other semantics"));
        }
        overrides.push((record, instruction));
    }
    Ok(overrides)
}
