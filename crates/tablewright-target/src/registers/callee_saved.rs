//! Callee-saved registers: records of class `CalleeSavedRegs`.
//!
//! In: lists with saved registers. Out: [`CalleeSaved`], which adds all registers that a call
//! preserves: saved registers, constant registers, their sub-registers, and registers covered by
//! preserved sub-registers.

use tablewright_records::set_theory::OrderedSet;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, RecordId, RecordStore, RecordView, Value,
};
use tablewright_syntax::diagnostic::Diagnostics;

use super::index::RegisterId;
use super::register::Registers;
use super::register_set::RegisterSet;
use super::register_tuples::SetRegister;
use super::sub_registers::SubRegisters;
use crate::record_views::register::CalleeSavedRegsRecord;

/// A list of registers that calls preserve.
#[derive(Debug)]
pub struct CalleeSavedRegs {
    /// The record. Its name is also the list name.
    pub record: RecordId,
    /// The saved registers, in order.
    pub save_list: Vec<RegisterId>,
    /// All preserved registers, including constant registers.
    pub preserved: RegisterSet,
}

/// All callee-saved lists, in natural name order.
#[derive(Debug)]
pub struct CalleeSaved {
    /// The lists.
    pub lists: Vec<CalleeSavedRegs>,
}

impl Analysis for CalleeSaved {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<CalleeSaved, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let mut sets = registers.sets(store);
        let constant = registers.iter().filter(|(_, r)| r.is_constant).map(|(i, _)| i);
        // Computed once for all lists.
        let constant = covered(registers, sub_registers, constant);
        let mut lists = Vec::new();
        for record in CalleeSavedRegsRecord::all_if_defined(store) {
            let elements = sets.expand(*record)?.unwrap_or_default();
            let save_list = indices(store, registers, &elements)?;
            let mut preserved = covered(registers, sub_registers, save_list.iter().copied());
            preserved.extend(constant.iter().copied());
            let other_preserved = record.other_preserved()?;
            if let Value::Dag(_) = store.value(other_preserved) {
                let mut others = OrderedSet::default();
                sets.evaluate(other_preserved, *record, &mut others)?;
                let others = indices(store, registers, others.as_slice())?;
                preserved.extend(covered(registers, sub_registers, others.into_iter()));
            }
            let preserved = preserved.into_iter().collect();
            lists.push(CalleeSavedRegs { record: record.id(), save_list, preserved });
        }
        Ok(CalleeSaved { lists })
    }
}

fn indices(
    store: &RecordStore,
    registers: &Registers,
    elements: &[SetRegister],
) -> Result<Vec<RegisterId>, FieldError> {
    elements.iter().map(|&element| registers.expect_of_set(store, element)).collect()
}

/// Returns the registers `saved`, their sub-registers, and all registers that these cover.
fn covered(
    registers: &Registers,
    sub_registers: &SubRegisters,
    saved: impl Iterator<Item = RegisterId>,
) -> Vec<RegisterId> {
    let mut list = Vec::new();
    let mut is_in_list = registers.side_table(false);
    for register in saved {
        if !std::mem::replace(&mut is_in_list[register], true) {
            list.push(register);
            sub_registers.pre_order(registers, register, &mut list, &mut is_in_list);
        }
    }
    // The list grows in the loop: a completed super-register may complete others.
    let mut at = 0;
    while at < list.len() {
        for &super_reg in sub_registers.super_regs(list[at]) {
            let is_new = !is_in_list[super_reg];
            if registers.get(super_reg).covered_by_sub_regs && is_new {
                let mut sub_regs = sub_registers.for_register(super_reg).iter();
                if sub_regs.all(|sub_reg| is_in_list[sub_reg.register]) {
                    is_in_list[super_reg] = true;
                    list.push(super_reg);
                }
            }
        }
        at += 1;
    }
    list
}
