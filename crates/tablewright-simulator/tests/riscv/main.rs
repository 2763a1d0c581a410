//! Thirty programs of C, compiled for RISC-V, have the results of the host.

mod damaged;

use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::Loaded;
use tablewright_session::Session;
use tablewright_simulator::{ObjectInput, RunFailure, RunInput, Simulator, SimulatorOptions};
use tablewright_syntax::diagnostic::Diagnostics;

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the description of 32 bits, or of the width that macros select.
fn loaded(macros: &[&str]) -> Loaded {
    let dirs = ["examples/semantics", "examples/asm-syntax", "examples/toy-target/prelude"];
    let session = dirs
        .iter()
        .fold(Session::new(), |session, dir| session.include_dir(format!("{WORKSPACE}/{dir}")));
    let session = macros.iter().fold(session, |session, name| session.define(*name));
    let file = format!("{WORKSPACE}/tests/data/run/riscv/rv.td");
    session.load_file(file).expect("it is valid")
}

fn check(object: &str, bytes: &[u8], macros: &[&str]) {
    let loaded = loaded(macros);
    let mut diagnostics = Diagnostics::new();
    let options = MachineOptions::default();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics).expect("it is valid");
    let options = SimulatorOptions::default();
    let simulator = Simulator::new(&machine, options, &mut diagnostics);
    let mut simulator = simulator.expect("it is valid");
    let missing = simulator.coverage().into_iter().filter(|row| row.source.is_none());
    assert_eq!(missing.collect::<Vec<_>>(), []);
    let objects = [ObjectInput { name: object, bytes }];
    let expected = include_str!("../../../../tests/data/run/riscv/programs.txt");
    let mut count = 0;
    for line in expected.lines() {
        let (entry, result) = line.split_once(' ').expect("a name and a result");
        let input = RunInput { objects: &objects, entry: Some(entry), args: &[] };
        let outcome = simulator.run(&input, None).expect("it can start");
        let stop = outcome.stop.map(|stop| stop.to_string());
        assert_eq!(stop, None, "{entry}");
        assert_eq!(outcome.result, result.parse().ok(), "{entry}");
        if entry == "p18" {
            assert_eq!(outcome.output, "2\n-6\n");
        }
        count += 1;
    }
    assert_eq!(count, 30);
}

#[test]
fn programs_of_32_bits() {
    check("rv32im.o", include_bytes!("../../../../tests/data/run/riscv/rv32im.o"), &[]);
}

#[test]
fn memory_has_a_limit() {
    let loaded = loaded(&["RV64"]);
    let mut diagnostics = Diagnostics::new();
    let options = MachineOptions::default();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics).expect("it is valid");
    let options = SimulatorOptions { memory_size: u64::MAX, ..SimulatorOptions::default() };
    let simulator = Simulator::new(&machine, options, &mut diagnostics);
    let bytes = include_bytes!("../../../../tests/data/run/riscv/rv64im.o");
    let objects = [ObjectInput { name: "rv64im.o", bytes }];
    let input = RunInput { objects: &objects, entry: Some("p1"), args: &[] };
    let Err(RunFailure::Link(failure)) = simulator.expect("it is valid").run(&input, None) else {
        panic!("it is refused");
    };
    let expected = "0xffffffffffffffff bytes of memory: the limit is 0x100000000 bytes";
    assert_eq!(failure.to_string(), expected);
}

#[test]
fn programs_of_64_bits() {
    check("rv64im.o", include_bytes!("../../../../tests/data/run/riscv/rv64im.o"), &["RV64"]);
}
