//! Conventions of calls: stack pointer, return address, arguments, results, registers that survive.
//!
//! In: a record of class `SimulatedMachine`, or else register names, the `Defs` of calls, and the records of classes
//! `CallingConv` and `CalleeSavedRegs`.

use tablewright_machine::Machine;
use tablewright_records::{AnalysisError, Record, RecordStore, Value as Init, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::registers::{CalleeSaved, RegisterClasses, RegisterId, Registers};

use crate::meaning::link_register;
use crate::register_file::RegisterLayout;

/// The conventions of a target.
#[derive(Clone, Debug)]
pub(crate) struct Convention {
    pub(crate) stack_pointer: Option<RegisterId>,
    pub(crate) return_address: Option<RegisterId>,
    pub(crate) arguments: Vec<RegisterId>,
    pub(crate) results: Vec<RegisterId>,
    /// Registers that have their values after a call. The return address is not one of them.
    pub(crate) survivors: Vec<RegisterId>,
    /// Registers that a call may change.
    pub(crate) clobbered: Vec<RegisterId>,
    /// The width of addresses.
    pub(crate) address_width: u32,
}

/// Names that stack pointers have in assembly, in order of preference.
const STACK_POINTERS: [&str; 2] = ["sp", "SP"];

impl Convention {
    pub(crate) fn new(
        machine: &Machine<'_>,
        layout: &RegisterLayout,
        saved_list: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Convention, AnalysisError> {
        let store = machine.store();
        let registers: &Registers = store.analysis(diagnostics)?;
        let record = store.derived_if_defined("SimulatedMachine").first().copied();
        let register = |field: &str| -> Result<Option<RegisterId>, AnalysisError> {
            let Some(record) = record else { return Ok(None) };
            let register = record.optional_record(field)?;
            Ok(register.and_then(|register| registers.for_record(register.id())))
        };
        let by_name = || {
            let mut named = STACK_POINTERS.iter().flat_map(|name| machine.registers_named(name));
            named.next().copied()
        };
        let stack_pointer = register("StackPointer")?.or_else(by_name);
        let return_address = match register("ReturnAddress")? {
            Some(register) => Some(register),
            None => link_register(machine, registers, diagnostics)?,
        };
        let described_width = record.map(|record| record.int("AddressWidth")).transpose()?;
        let described_width = described_width.and_then(|width| u32::try_from(width).ok());
        let address_width = match described_width.filter(|width| (8..=64).contains(width)) {
            Some(width) => width,
            None => stack_pointer.map_or(64, |register| layout.width(register).min(64)),
        };
        let target = tablewright_target::target::target(store)?.name();
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let lists =
            ConventionLists { store, registers, layout, classes, stack_pointer, address_width };
        let arguments = lists.registers(record, "Arguments", &format!("CC_{target}"))?;
        let results = lists.registers(record, "Results", &format!("RetCC_{target}"))?;
        let mut convention = Convention {
            stack_pointer,
            return_address,
            arguments,
            results,
            survivors: Vec::new(),
            clobbered: Vec::new(),
            address_width,
        };
        let described = record.map(|record| record.optional_record("CalleeSaved")).transpose()?;
        let described = described.flatten().map(|record| record.name().to_owned());
        let list = saved_list.map(str::to_owned).or(described);
        convention.add_saved(store, layout, list.as_deref(), diagnostics)?;
        Ok(convention)
    }

    /// Adds the registers that survive calls: those of the named list, or those of all lists. Registers of some lists
    /// only are neither checked nor changed.
    fn add_saved(
        &mut self,
        store: &RecordStore,
        layout: &RegisterLayout,
        list: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), AnalysisError> {
        let saved: &CalleeSaved = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let name = |record| store.record(record).name();
        let mut lists: Vec<&[RegisterId]> = Vec::new();
        for saved in &saved.lists {
            if list.is_none_or(|list| name(saved.record) == list) && !saved.save_list.is_empty() {
                lists.push(&saved.save_list);
            }
        }
        if let Some(list) = list
            && lists.is_empty()
        {
            let names = saved.lists.iter().map(|saved| name(saved.record));
            let unknown = tablewright_inspect::unknown_name("callee-saved list", list, names);
            return Err(unknown.into());
        }
        let is_special = |register| {
            let specials = [self.stack_pointer, self.return_address];
            specials.into_iter().flatten().any(|special| layout.overlap(special, register))
        };
        let registers: &Registers = store.analysis(diagnostics)?;
        let (mut survivors, mut clobbered) = (Vec::new(), Vec::new());
        for (register, data) in registers.iter() {
            let in_lists = lists.iter().filter(|list| {
                list.iter().any(|&saved| saved == register || layout.overlap(saved, register))
            });
            let in_lists = in_lists.count();
            if data.is_artificial || is_special(register) || layout.is_constant(register) {
                continue;
            }
            let is_listed = lists.iter().all(|list| list.contains(&register));
            if !lists.is_empty() && is_listed {
                survivors.push(register);
            }
            let mut own = classes.iter().filter(|(_, class)| class.contains(register));
            let is_allocatable = own.any(|(_, class)| class.properties.is_allocatable);
            if in_lists == 0 && is_allocatable && !lists.is_empty() {
                clobbered.push(register);
            }
        }
        (self.survivors, self.clobbered) = (survivors, clobbered);
        Ok(())
    }
}

/// Reads lists of registers.
struct ConventionLists<'a> {
    store: &'a RecordStore,
    registers: &'a Registers,
    layout: &'a RegisterLayout,
    classes: &'a RegisterClasses,
    stack_pointer: Option<RegisterId>,
    address_width: u32,
}

impl ConventionLists<'_> {
    /// Returns the registers in a field, or else the longest list of registers for addresses in a calling convention.
    fn registers(
        &self,
        record: Option<Record<'_>>,
        field: &str,
        convention: &str,
    ) -> Result<Vec<RegisterId>, AnalysisError> {
        if let Some(record) = record {
            let list = record.list_of_records(field)?;
            if !list.is_empty() {
                let ids = list.iter().map(|register| self.registers.for_record(register.id()));
                return Ok(ids.flatten().collect());
            }
        }
        let Some(convention) = self.store.find_record(convention) else { return Ok(Vec::new()) };
        let convention = self.store.record(convention);
        if !convention.has_field("Actions") {
            return Ok(Vec::new());
        }
        let mut longest = Vec::new();
        self.collect(convention.value("Actions")?, 0, &mut longest);
        Ok(longest)
    }

    /// Whether a register has the width of addresses, and a class in common with the stack pointer.
    fn holds_addresses(&self, register: RegisterId) -> bool {
        let is_like = |stack_pointer| {
            self.classes
                .iter()
                .any(|(_, class)| class.contains(register) && class.contains(stack_pointer))
        };
        self.layout.width(register) == self.address_width && self.stack_pointer.is_none_or(is_like)
    }

    /// Finds `RegList` fields of actions and of their sub-actions.
    fn collect(&self, value: ValueId, depth: usize, longest: &mut Vec<RegisterId>) {
        const MAX_DEPTH: usize = 16;
        if depth > MAX_DEPTH {
            return;
        }
        let value = self.store.value(value);
        if let Init::List(list) = value {
            for &element in list.elements {
                self.collect(element, depth + 1, longest);
            }
        }
        let Init::Def(record) = value else { return };
        let record = self.store.record(record);
        if let Ok(list) = record.list_of_records("RegList") {
            let ids = list.iter().map(|it| self.registers.for_record(it.id()));
            let ids: Vec<RegisterId> = ids.flatten().collect();
            let fits = |&id: &RegisterId| self.holds_addresses(id);
            if ids.iter().all(fits) && ids.len() > longest.len() {
                *longest = ids;
            }
        }
        if let Ok(sub_action) = record.value("SubAction") {
            self.collect(sub_action, depth + 1, longest);
        }
    }
}

/// Returns the error for a missing convention.
pub(crate) fn missing(what: &str, field: &str) -> Diagnostic {
    let message = format!("the description does not show {what}");
    let mut error = Diagnostic::error_anywhere(Code::Target, message);
    error.note(None, format!("a record of class 'SimulatedMachine' has it in the field '{field}'"));
    error
}
