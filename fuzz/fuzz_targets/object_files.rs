//! Any bytes as an object file: it is linked and run, or refused.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::RecordStore;
use tablewright_session::Session;
use tablewright_simulator::{ObjectInput, RunInput, Simulator, SimulatorOptions};
use tablewright_syntax::diagnostic::Diagnostics;

static TOY: LazyLock<RecordStore> = LazyLock::new(|| {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let dirs = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
    let session =
        dirs.iter().fold(Session::new(), |session, dir| session.include_dir(examples.join(dir)));
    let loaded = session.load_file(examples.join("semantics/ToyRun.td"));
    loaded.expect("the example is valid").into_store()
});

static MACHINE: LazyLock<Machine<'static>> = LazyLock::new(|| {
    let processor = Some("toy2".to_owned());
    let options = MachineOptions { processor, ..MachineOptions::default() };
    Machine::new(&TOY, &options, &mut Diagnostics::new()).expect("the example is valid")
});

thread_local! {
    static SIMULATOR: std::cell::RefCell<Simulator<'static, 'static>> = {
        let options = SimulatorOptions { max_instructions: 1000, ..SimulatorOptions::default() };
        let simulator = Simulator::new(&MACHINE, options, &mut Diagnostics::new());
        std::cell::RefCell::new(simulator.expect("the example is valid"))
    };
}

fuzz_target!(|bytes: &[u8]| {
    let objects = [ObjectInput { name: "a.o", bytes }];
    let input = RunInput { objects: &objects, entry: None, args: &[] };
    SIMULATOR.with_borrow_mut(|simulator| {
        let _ = simulator.run(&input, Some(&mut |_| {}));
    });
});
