//! Search for patterns: by created instruction, by matched node, by source position.
//!
//! In: the wanted record or position. Out: pattern records, in definition order.

use tablewright_records::{Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::InstructionRecord;

use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::inference::draft::MAX_DEPTH;
use crate::patterns::reading::list::Patterns;
use crate::record_views::selection_dag::PatternRecord;

/// Returns the records with patterns in definition order: instructions with their own pattern, and `Pattern` records.
/// Some may be skipped.
pub fn pattern_records<'s>(store: &'s RecordStore, instructions: &Instructions) -> Vec<Record<'s>> {
    let own = instructions.iter().map(|(_, record)| store.record(record));
    let own = own.filter(|&record| !matched_values(record).is_empty());
    let mut records: Vec<Record<'_>> = own.chain(store.derived_if_defined("Pattern")).collect();
    records.sort_by_key(|record| record.sequence());
    records
}

/// Returns the values with a record's matched trees.
pub(crate) fn matched_values(record: Record<'_>) -> Vec<ValueId> {
    let store = record.store();
    if let Ok(pattern) = PatternRecord::new(record).pattern_to_match() {
        return vec![pattern];
    }
    match InstructionRecord::new(record).pattern().map(|pattern| store.value(pattern)) {
        Ok(Value::List(list)) => list.elements.to_vec(),
        _ => Vec::new(),
    }
}

impl Patterns {
    /// Returns the records for patterns that create an instruction, alone or among others.
    pub fn making(&self, store: &RecordStore, instruction: InstructionId) -> Vec<RecordId> {
        let is_made =
            |operation: ForestOperation| operation == ForestOperation::Instruction(instruction);
        let made = self.list().iter().filter(|pattern| {
            let forest = self.forest();
            forest.any(pattern.result, &|node| is_made(forest.operation(node)))
        });
        let mut records: Vec<RecordId> = made.map(|pattern| pattern.record).collect();
        sort_by_definition(store, &mut records);
        records
    }

    /// Returns the records for patterns that match a selection DAG node, an intrinsic or a complex pattern, or that
    /// use a fragment.
    pub fn matching(
        &self,
        store: &RecordStore,
        instructions: &Instructions,
        operator: RecordId,
    ) -> Vec<RecordId> {
        let matched = self.list().iter().filter(|pattern| {
            let is_operator = |node| self.operator_record(node) == Some(operator);
            self.forest().any(pattern.source, &is_operator)
        });
        let mut records: Vec<RecordId> = matched.map(|pattern| pattern.record).collect();
        for record in pattern_records(store, instructions) {
            let mut values = matched_values(record).into_iter();
            if values.any(|value| mentions(store, value, operator, 0)) {
                records.push(record.id());
            }
        }
        sort_by_definition(store, &mut records);
        records
    }

    fn operator_record(&self, node: NodeId) -> Option<RecordId> {
        Some(match self.forest().operation(node) {
            ForestOperation::Node(id) => self.vocabulary.sd_nodes[id].record,
            ForestOperation::ComplexPattern(id) => self.vocabulary.complex_patterns[id].record,
            ForestOperation::IntrinsicNumber(id) => self.vocabulary.intrinsics[id].record,
            ForestOperation::Record(record) => record,
            ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => return None,
        })
    }
}

fn sort_by_definition(store: &RecordStore, records: &mut Vec<RecordId>) {
    records.sort_by_key(|&record| store.record(record).sequence());
    records.dedup();
}

/// Reports whether a value contains a record.
fn mentions(store: &RecordStore, value: ValueId, wanted: RecordId, depth: usize) -> bool {
    match store.value(value) {
        Value::Def(record) => record == wanted,
        Value::Dag(dag) if depth < MAX_DEPTH => {
            mentions(store, dag.operator, wanted, depth + 1)
                || dag.args.iter().any(|arg| mentions(store, arg.value, wanted, depth + 1))
        }
        Value::Unset
        | Value::Refused
        | Value::Bit(_)
        | Value::Int(_)
        | Value::String(_)
        | Value::Code(_)
        | Value::Bits(_)
        | Value::List(_)
        | Value::Dag(_)
        | Value::AnonymousName(_)
        | Value::Var { .. }
        | Value::VarBit { .. }
        | Value::Field { .. }
        | Value::Instance { .. }
        | Value::Op { .. } => false,
    }
}
