//! Any text is assembled or refused. Code of an assembly is printed again, and becomes an object file.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablewright_machine::assemble::elf::object_file;
use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

/// The example target, and a part of RISC-V.
const FILES: [&str; 2] =
    ["examples/asm-syntax/ToyAsm.td", "crates/tablewright-machine/tests/riscv.td"];

static STORES: LazyLock<Vec<RecordStore>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let dirs = ["examples/asm-syntax", "examples/toy-target", "examples/toy-target/prelude"];
    let load = |file: &str| {
        let session =
            dirs.iter().fold(Session::new(), |session, dir| session.include_dir(root.join(dir)));
        session.load_file(root.join(file)).expect("the description is valid").store
    };
    FILES.iter().map(|file| load(file)).collect()
});

static MACHINES: LazyLock<Vec<(Machine<'static>, AsmRows)>> = LazyLock::new(|| {
    let machine = |store: &'static RecordStore| {
        let machine = Machine::new(store, &MachineOptions::default(), &mut Diagnostics::new());
        let machine = machine.expect("the description is valid");
        let rows = AsmRows::new(&machine, &mut Diagnostics::new());
        let rows = rows.expect("the description is valid");
        (machine, rows)
    };
    STORES.iter().map(machine).collect()
});

fuzz_target!(|text: &str| {
    for (machine, rows) in MACHINES.iter() {
        let Ok(assembly) = assemble(machine, rows, text) else { continue };
        for section in assembly.sections.iter().filter(|section| section.is_code()) {
            if let Ok(decoded) = machine.decode(&section.bytes) {
                machine.print(&decoded.insn, &mut String::new());
            }
        }
        let _ = object_file(machine, &assembly);
    }
});
