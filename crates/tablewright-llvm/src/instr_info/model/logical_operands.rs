//! Operands as written in the description, for instructions with `UseLogicalOperandMappings`: machine operand counts
//! and types.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::RecordView;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::InstrAnalyses;
use super::operand_types::operand_type;

/// The operands of instructions as written.
pub(crate) struct LogicalOperands<'s> {
    /// Machine operand count by operand.
    pub(crate) sizes: LogicalTable<'s, u32>,
    /// Operand types; `None` for an operand without a type.
    pub(crate) types: LogicalTable<'s, Option<&'s str>>,
}

/// A property of instructions' operands, with all instructions that have the same values.
pub(crate) struct LogicalTable<'s, T> {
    /// Rows in order of their first instruction.
    pub(crate) rows: Vec<(Vec<T>, Vec<&'s str>)>,
    /// Maximum operand count.
    pub(crate) width: usize,
    by_row: FxHashMap<Vec<T>, usize>,
}

impl<'s> LogicalOperands<'s> {
    pub(super) fn collect(analyses: InstrAnalyses<'s>) -> Result<LogicalOperands<'s>, Failure> {
        let mut sizes = LogicalTable::new();
        let mut types = LogicalTable::new();
        for (id, record) in analyses.records() {
            if !InstructionRecord::new(record).use_logical_operand_mappings()? {
                continue;
            }
            let operands = analyses.operands.for_instruction(id);
            let list = operands.list().iter();
            sizes.add(list.clone().map(|o| o.mi_operand_count).collect(), record.name());
            let of_type = |o| operand_type(analyses.store.record(operands.class(o).record));
            types.add(list.map(of_type).collect(), record.name());
        }
        Ok(LogicalOperands { sizes, types })
    }
}

impl<'s, T: Clone + Eq + Hash> LogicalTable<'s, T> {
    fn new() -> LogicalTable<'s, T> {
        LogicalTable { rows: Vec::new(), width: 0, by_row: FxHashMap::default() }
    }

    fn add(&mut self, row: Vec<T>, instruction: &'s str) {
        self.width = self.width.max(row.len());
        match self.by_row.get(&row) {
            Some(&index) => self.rows[index].1.push(instruction),
            None => {
                self.by_row.insert(row.clone(), self.rows.len());
                self.rows.push((row, vec![instruction]));
            }
        }
    }
}
