//! Any text is assembled or refused. Code of an assembly is printed again, and becomes an object file.
#![no_main]

mod machines;
mod stores;

use libfuzzer_sys::fuzz_target;
use tablewright_machine::assemble::assemble;
use tablewright_machine::assemble::elf::object_file;

use self::machines::MACHINES;

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
