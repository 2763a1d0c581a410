//! Any processor, features and syntax make a machine or an error. The first line is the processor, the second the
//! features, and the third has bytes for a machine.
#![no_main]

mod stores;

use libfuzzer_sys::fuzz_target;
use tablewright_machine::{Machine, MachineOptions};
use tablewright_syntax::diagnostic::Diagnostics;

use self::stores::STORES;

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (processor, features, rest) = (line(), line(), line());
    let options = MachineOptions {
        processor: Some(processor.to_owned()).filter(|name| !name.is_empty()),
        features: Some(features.to_owned()).filter(|names| !names.is_empty()).into_iter().collect(),
        triple: None,
        variant: rest.len() % 3,
        no_aliases: rest.len() % 2 != 0,
    };
    for store in STORES.iter() {
        let Ok(machine) = Machine::new(store, &options, &mut Diagnostics::new()) else { continue };
        if let Ok(decoded) = machine.decode(rest.as_bytes()) {
            machine.print(&decoded.insn, &mut String::new());
        }
    }
});
