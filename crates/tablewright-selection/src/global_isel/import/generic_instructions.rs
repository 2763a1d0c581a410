//! Generic instructions for graph nodes: the importer's question reversed.
//!
//! In: `GINodeEquiv` records. Out: [`GenericInstructions`].

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::instructions::{InstructionId, Instructions};

use super::equivalences::{NodeEquivalence, node_equivalence};
use crate::patterns::graph::{GraphNode, GraphPayload, LoadExtension};
use crate::record_views::global_isel::GiNodeEquivRecord;
use crate::record_views::selection_dag::SdNodeRecord;

/// The generic instructions by C++ enumerator, for example `ISD::ADD`.
#[derive(Debug)]
pub struct GenericInstructions<'s> {
    by_opcode: FxHashMap<&'s str, Vec<NodeEquivalence>>,
}

impl<'s> GenericInstructions<'s> {
    /// Reads the records.
    ///
    /// # Errors
    /// If a record is invalid.
    pub fn new(
        store: &'s RecordStore,
        instructions: &Instructions,
    ) -> Result<GenericInstructions<'s>, FieldError> {
        let mut by_opcode: FxHashMap<&'s str, Vec<NodeEquivalence>> = FxHashMap::default();
        for record in GiNodeEquivRecord::all_if_defined(store) {
            let Some(node) = SdNodeRecord::from_record(store.record(record.node()?)) else {
                continue;
            };
            let equivalence = node_equivalence(record, instructions)?;
            by_opcode.entry(store.str(node.opcode()?)).or_default().push(equivalence);
        }
        Ok(GenericInstructions { by_opcode })
    }

    /// Returns the generic instructions that a node may become. An addition is `G_ADD` for integers and `G_PTR_ADD` for
    /// pointers, and a graph does not distinguish them.
    pub fn for_node(&self, node: &GraphNode) -> Vec<InstructionId> {
        let equivalences = self.by_opcode.get(node.opcode.as_str());
        let instruction = |equivalence: &NodeEquivalence| {
            let GraphPayload::Memory(memory) = &node.payload else {
                return equivalence.instruction;
            };
            let extending = match memory.extension {
                LoadExtension::Sign => equivalence.if_sign_extend,
                LoadExtension::Zero => equivalence.if_zero_extend,
                LoadExtension::None | LoadExtension::Any => None,
            };
            extending.unwrap_or(equivalence.instruction)
        };
        equivalences.into_iter().flatten().map(instruction).collect()
    }
}
