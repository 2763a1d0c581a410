//! Operands as they are written in a description, for instructions with
//! `UseLogicalOperandMappings`: how many machine operands each is made of, and its type.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;

use super::operand_types::operand_type;
use super::{Facts, bit};

/// The operands of instructions as they are written.
pub(crate) struct LogicalOperands<'s> {
    /// How many machine operands each is made of.
    pub(crate) sizes: LogicalTable<'s, u32>,
    /// The type of each; `None` for an operand of no type.
    pub(crate) types: LogicalTable<'s, Option<&'s str>>,
}

/// What is known of instructions' operands, with all instructions of which the same is known.
pub(crate) struct LogicalTable<'s, T> {
    /// As first met.
    pub(crate) rows: Vec<(Vec<T>, Vec<&'s str>)>,
    /// The greatest number of operands.
    pub(crate) width: usize,
    by_row: FxHashMap<Vec<T>, usize>,
}

impl<'s> LogicalOperands<'s> {
    pub(super) fn collect(facts: Facts<'s>) -> Result<LogicalOperands<'s>, Failure> {
        let mut sizes = LogicalTable::new();
        let mut types = LogicalTable::new();
        for (id, record) in facts.records() {
            if !bit(record, "UseLogicalOperandMappings")? {
                continue;
            }
            let operands = facts.operands.of(id);
            let list = operands.list().iter();
            sizes.add(list.clone().map(|o| o.mi_operand_count).collect(), record.name());
            let of_type = |o| operand_type(facts.store.record(operands.class(o).record));
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
            Some(&place) => self.rows[place].1.push(instruction),
            None => {
                self.by_row.insert(row.clone(), self.rows.len());
                self.rows.push((row, vec![instruction]));
            }
        }
    }
}
