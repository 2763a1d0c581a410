//! Target nodes that are equivalent to other nodes: `SDNodeEquiv` records.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_selection::patterns::{SdNodeId, SemanticsReader};
use tablewright_syntax::diagnostic::Code;

/// By record of a target's node, the node that replaces it.
pub(super) struct SemanticsEquivalences(FxHashMap<RecordId, SdNodeId>);

impl SemanticsEquivalences {
    /// Reads the records.
    ///
    /// # Errors
    ///
    /// If the class is missing, or if a node has two equivalents or an equivalent with more results.
    pub(super) fn read(
        store: &RecordStore,
        reader: &SemanticsReader<'_>,
    ) -> Result<SemanticsEquivalences, FieldError> {
        let mut equivalents: FxHashMap<RecordId, (SdNodeId, Record<'_>)> = FxHashMap::default();
        for record in store.derived_from_name("SDNodeEquiv")? {
            let own = node(reader, record, "TargetSpecific")?;
            let other = node(reader, record, "TargetIndependent")?;
            let (own, other_node) = (reader.sd_node(own), reader.sd_node(other));
            let name = store.record(own.record).name();
            if other_node.result_count > own.result_count {
                let other = store.record(other_node.record).name();
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
    pub(super) fn for_record(&self, record: RecordId) -> Option<SdNodeId> {
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
