//! Registers of tuples: the registers that records of class `RegisterTuples` stand for.
//!
//! In: the records, each with a set of registers for each sub-register index. Out: a register for
//! the first elements of all sets, one for the second elements, and so on. Such a register has no
//! record: but for some fields it has those of its first sub-register. Tuples may be in the sets of
//! other tuples, so they are expanded when a set names them.

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
    /// A register of a tuple, in the order in which tuples were expanded. This is not the
    /// order of registers.
    pub struct TupleRegisterId;
}

/// An element of a set of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetRegister {
    /// A record: a register, or whatever else a set may name.
    Record(RecordId),
    /// A register of a tuple.
    Tuple(TupleRegisterId),
}

impl From<RecordId> for SetRegister {
    fn from(record: RecordId) -> SetRegister {
        SetRegister::Record(record)
    }
}

/// A register of a tuple.
pub(super) struct RegisterTuple {
    pub(super) name: String,
    /// The record of the tuple.
    pub(super) record: RecordId,
    /// The record whose fields it has.
    pub(super) prototype: RecordId,
    pub(super) position: i64,
    pub(super) asm_name: Option<Symbol>,
    pub(super) indices: Rc<[RecordId]>,
    pub(super) sub_regs: Vec<SetRegister>,
}

/// The registers of all tuples.
pub(super) struct TupleRegisters {
    pub(super) registers: IndexVec<TupleRegisterId, RegisterTuple>,
    /// The registers of each tuple, in natural order of the tuples' names.
    pub(super) in_order: Vec<Rc<[SetRegister]>>,
    pub(super) by_record: FxHashMap<RecordId, Box<[SetRegister]>>,
}

/// Sets of registers, where classes and lists of saved registers stand for their members.
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
    pub(super) fn of(store: &RecordStore) -> Result<TupleRegisters, FieldError> {
        // The expander is a closure that calls itself through the sets: nested tuples are expanded
        // before `created` is borrowed for the outer one.
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

/// The registers of the tuples that are expanded so far.
#[derive(Default)]
struct CreatedRegisters {
    registers: IndexVec<TupleRegisterId, RegisterTuple>,
    names: FxHashSet<String>,
}

/// Adds to `set` the registers that the tuple `record` stands for.
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
        // This may expand other tuples, whose registers come before those of this one.
        parts.push(sets.evaluated(list, record)?);
    }
    // The shortest set decides how many registers there are.
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
    /// The names of registers, joined.
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

    /// The record whose fields a register has, and its position.
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
