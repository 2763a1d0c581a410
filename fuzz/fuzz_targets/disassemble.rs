//! Any bytes are decoded and printed, or refused. The text is assembled again.
#![no_main]

mod machines;
mod stores;

use libfuzzer_sys::fuzz_target;
use tablewright_machine::assemble::assemble;

use self::machines::MACHINES;

fuzz_target!(|bytes: &[u8]| {
    for (machine, rows) in MACHINES.iter() {
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = match machine.decode(rest) {
                Ok(decoded) => {
                    let mut text = String::new();
                    machine.print(&decoded.insn, &mut text);
                    let _ = machine.encode(&decoded.insn);
                    let _ = assemble(machine, rows, &text);
                    decoded.size
                }
                Err(error) => error.skip,
            };
            assert!((1..=rest.len()).contains(&size));
            rest = &rest[size..];
        }
    }
});
