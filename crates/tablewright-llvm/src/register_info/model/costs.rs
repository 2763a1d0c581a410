//! Register use costs, and the set of allocatable registers.

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::registers::RegisterId;

use super::RegisterAnalyses;

/// The costs of registers and whether they can be allocated. Tables begin with `NoRegister`, which
/// costs nothing and cannot be allocated.
pub(crate) struct Costs {
    /// Cost model count.
    pub(crate) models: usize,
    /// Costs in the first cost model, of `NoRegister` and all registers; then costs in the next model.
    pub(crate) table: Vec<u32>,
    /// Whether a register is a member of a class that can be allocated.
    pub(crate) is_allocatable: IndexVec<RegisterId, bool>,
}

impl Costs {
    pub(super) fn collect(
        store: &RecordStore,
        analyses: &RegisterAnalyses<'_>,
    ) -> Result<Costs, FieldError> {
        let registers = analyses.registers;
        let costs = registers.ids().map(|register| registers.cost_per_use(store, register));
        let costs = costs.collect::<Result<Vec<_>, FieldError>>()?;
        // There is one model even if no register has a cost: the table may not be empty.
        let models = costs.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut table = Vec::with_capacity(models * (registers.len() + 1));
        for model in 0..models {
            table.push(0);
            // A register that lists fewer costs than there are models costs nothing in the others.
            let of_model = |costs: &Vec<i64>| costs.get(model).copied().unwrap_or(0) as u32;
            table.extend(costs.iter().map(of_model));
        }
        let mut is_allocatable = IndexVec::from_fn(registers.len(), |_| false);
        for (_, class) in
            analyses.classes.iter().filter(|(_, class)| class.properties.is_allocatable)
        {
            // A register may be in several classes: one that can be allocated suffices.
            for &register in class.allocation_order() {
                is_allocatable[register] = true;
            }
        }
        Ok(Costs { models, table, is_allocatable })
    }
}
