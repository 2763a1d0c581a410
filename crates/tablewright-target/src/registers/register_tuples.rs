//! Tuple registers, generated from records of class `RegisterTuples`.
//!
//! In: the records, each with a register set for each sub-register index. Out: a register for the
//! first elements in all sets, a register for the second elements, and so on. Such a register does
//! not have a record. It takes most fields from its first sub-register. Register sets may name
//! other tuples, so tuples are expanded on demand.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{IndexVec, define_index};
use tablewright_records::set_theory::{OrderedSet, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::record_views::register::{RegisterRecord, RegisterTuplesRecord};

define_index! {
    /// A tuple register, in expansion order. This differs from register order.
    pub struct TupleRegisterId;
}

/// A register set element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetRegister {
    /// A record: a register, or any other record that a set names.
    Record(RecordId),
    /// A tuple register.
    Tuple(TupleRegisterId),
}

impl From<RecordId> for SetRegister {
    fn from(record: RecordId) -> SetRegister {
        SetRegister::Record(record)
    }
}

/// A tuple register.
pub(super) struct RegisterTuple {
    pub(super) name: String,
    /// The tuple record.
    pub(super) record: RecordId,
    /// The record that supplies the fields.
    pub(super) prototype: RecordId,
    pub(super) position: i64,
    pub(super) asm_name: Option<Symbol>,
    pub(super) indices: Rc<[RecordId]>,
    pub(super) sub_regs: Vec<SetRegister>,
}

/// The registers in all tuples.
pub(super) struct TupleRegisters {
    pub(super) registers: IndexVec<TupleRegisterId, RegisterTuple>,
    /// The registers in each tuple, in natural order of tuple names.
    pub(super) in_order: Vec<Rc<[SetRegister]>>,
    pub(super) by_record: FxHashMap<RecordId, Box<[SetRegister]>>,
}

/// Returns a register set evaluator that expands register classes and callee-saved lists to their
/// members.
pub(super) fn register_sets(store: &RecordStore) -> SetTheory<'_, SetRegister> {
    let mut sets = SetTheory::new(store);
    for (class, field) in [("RegisterClass", "MemberList"), ("CalleeSavedRegs", "SaveList")] {
        if let Some(class) = store.find_class(class) {
            sets.add_field_expander(class, field);
        }
    }
    sets
}

impl TupleRegisters {
    pub(super) fn new(store: &RecordStore) -> Result<TupleRegisters, FieldError> {
        // The expander is a closure that recurses through the set evaluator. Nested tuples are
        // expanded before the outer tuple borrows `created`.
        let created: Rc<RefCell<CreatedRegisters>> = Rc::default();
        let mut in_order = Vec::new();
        let mut by_record = FxHashMap::default();
        if let Some(class) = store.find_class("RegisterTuples") {
            let mut sets = register_sets(store);
            let created = created.clone();
            sets.add_expander(class, move |sets, record, set| expand(&created, sets, record, set));
            for tuple in store.derived(class) {
                let elements = sets.expand(tuple)?.unwrap_or_default();
                by_record.insert(tuple.id(), elements.to_vec().into_boxed_slice());
                in_order.push(elements);
            }
        }
        let registers = std::mem::take(&mut created.borrow_mut().registers);
        Ok(TupleRegisters { registers, in_order, by_record })
    }
}

/// The tuple registers expanded so far.
#[derive(Default)]
struct CreatedRegisters {
    registers: IndexVec<TupleRegisterId, RegisterTuple>,
    names: FxHashSet<String>,
}

/// Adds the registers in the tuple `record` to `set`.
fn expand<'s>(
    created: &RefCell<CreatedRegisters>,
    sets: &mut SetTheory<'s, SetRegister>,
    record: Record<'s>,
    set: &mut OrderedSet<SetRegister>,
) -> Result<(), FieldError> {
    let store = record.store();
    let tuples = RegisterTuplesRecord::new(record);
    let (indices, lists) = (tuples.sub_reg_indices()?, tuples.sub_regs()?);
    if indices.len() != lists.len() {
        return Err(FieldError::new(
            Code::RegisterTuples,
            record,
            "SubRegIndices and SubRegs size mismatch",
        ));
    }
    if indices.len() < 2 {
        return Err(FieldError::new(
            Code::RegisterTuples,
            record,
            "Tuples must have at least 2 sub-registers",
        ));
    }
    let mut parts = Vec::with_capacity(lists.len());
    for &list in lists {
        // This may expand other tuples, whose registers then come first.
        parts.push(sets.evaluated(list, record)?);
    }
    // The shortest set determines the number of registers.
    let length = parts.iter().map(|part| part.as_slice().len()).min().unwrap_or(0);
    let asm_names = tuples.reg_asm_names()?;
    let indices: Rc<[RecordId]> = indices.into();
    let mut created = created.borrow_mut();
    for n in 0..length {
        let sub_regs: Vec<SetRegister> = parts.iter().map(|part| part.as_slice()[n]).collect();
        let name = created.joined_name(store, &sub_regs);
        let asm_name = match asm_names.get(n) {
            Some(&name) => store.symbols().get(name),
            None if asm_names.is_empty() => None,
            None => {
                let message = format!("Register tuple definition missing name for '{name}'.");
                return Err(FieldError::new(Code::RegisterNames, record, message));
            }
        };
        let (prototype, position) = created.prototype(store, sub_regs[0])?;
        if !created.names.insert(name.clone()) {
            let message = format!("Register tuple redefines register '{name}'.");
            let error = FieldError::new(Code::RegisterNames, record, message);
            let earlier = created.registers.iter().find(|tuple| tuple.name == name);
            let earlier = earlier.map(|tuple| tuple.record).or_else(|| store.find_record(&name));
            return Err(match earlier {
                Some(earlier) => error.label_record(store.record(earlier), "it is defined here"),
                None => error,
            });
        }
        let (record, indices) = (record.id(), indices.clone());
        let tuple =
            RegisterTuple { name, record, prototype, position, asm_name, indices, sub_regs };
        set.insert(SetRegister::Tuple(created.registers.push(tuple)));
    }
    Ok(())
}

impl CreatedRegisters {
    /// Joins register names with underscores.
    fn joined_name(&self, store: &RecordStore, sub_regs: &[SetRegister]) -> String {
        let mut joined = String::new();
        for (i, sub_reg) in sub_regs.iter().enumerate() {
            if i > 0 {
                joined.push('_');
            }
            joined.push_str(match *sub_reg {
                SetRegister::Record(record) => store.record(record).name(),
                SetRegister::Tuple(id) => &self.registers[id].name,
            });
        }
        joined
    }

    /// Returns the record that supplies a register's fields, and the register's position.
    fn prototype(
        &self,
        store: &RecordStore,
        register: SetRegister,
    ) -> Result<(RecordId, i64), FieldError> {
        match register {
            SetRegister::Record(record) => {
                Ok((record, RegisterRecord::new(store.record(record)).position_order()?))
            }
            SetRegister::Tuple(id) => {
                let tuple = &self.registers[id];
                Ok((tuple.prototype, tuple.position))
            }
        }
    }
}
