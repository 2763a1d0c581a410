//! Machines with default options, and the rows for assembly.

use std::sync::LazyLock;

use tablewright_machine::assemble::AsmRows;
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;

use crate::stores::STORES;

pub static MACHINES: LazyLock<Vec<(Machine<'static>, AsmRows)>> = LazyLock::new(|| {
    let machine = |store: &'static RecordStore| {
        let machine = Machine::new(store, &MachineOptions::default(), &mut Diagnostics::new());
        let machine = machine.expect("the description is valid");
        let rows = AsmRows::new(&machine, &mut Diagnostics::new());
        let rows = rows.expect("the description is valid");
        (machine, rows)
    };
    STORES.iter().map(machine).collect()
});
