//! Damaged object files of RISC-V are linked and run, or refused: no panic, and no file takes long.

use std::time::{Duration, Instant};

use tablewright_machine::{Machine, MachineOptions};
use tablewright_simulator::{ObjectInput, RunInput, Simulator, SimulatorOptions};
use tablewright_syntax::diagnostic::Diagnostics;

use super::loaded;

/// Files of a test.
const FILES: u64 = 300;
/// More than a file takes on a busy computer without optimization.
const LONGEST: Duration = Duration::from_secs(20);

/// Numbers that are the same in each run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Changes a part of a file. A third of the changes is in the headers at its start, and a third in the headers, symbols
/// and relocations at its end.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    const EXTREMES: [u64; 8] = [0, 1, 0x7f, 0xffff, 1 << 31, u32::MAX as u64, 1 << 63, u64::MAX];
    let length = bytes.len();
    let at = match numbers.below(3) {
        0 => numbers.below(length.min(64)),
        1 => length - 1 - numbers.below(length.min(2048)),
        _ => numbers.below(length),
    };
    match numbers.below(8) {
        0..=2 => bytes[at] ^= 1 << numbers.below(8),
        3..=5 => {
            let size = 1 << numbers.below(4);
            let number = EXTREMES[numbers.below(EXTREMES.len())].to_le_bytes();
            for (byte, new) in bytes[at..].iter_mut().zip(&number[..size]) {
                *byte = *new;
            }
        }
        6 => {
            let from = numbers.below(length);
            let size = numbers.below(64).min(length - from).min(length - at);
            bytes.copy_within(from..from + size, at);
        }
        _ => {
            // A file that ends early is refused at once, so few are cut.
            if numbers.below(8) == 0 {
                bytes.truncate(at.max(1));
            }
        }
    }
}

fn check(whole: &[u8], macros: &[&str]) {
    let loaded = loaded(macros);
    let mut diagnostics = Diagnostics::new();
    let options = MachineOptions::default();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics).expect("it is valid");
    let options = SimulatorOptions {
        memory_size: 1 << 18,
        max_instructions: 1000,
        ..SimulatorOptions::default()
    };
    let simulator = Simulator::new(&machine, options, &mut diagnostics);
    let mut simulator = simulator.expect("it is valid");
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut started = 0;
    for file in 0..FILES {
        let mut bytes = whole.to_vec();
        for _ in 0..=numbers.below(4) {
            damage(&mut bytes, &mut numbers);
        }
        let entry = format!("p{:02}", 1 + numbers.below(30));
        let objects = [ObjectInput { name: "a.o", bytes: &bytes }];
        let input = RunInput { objects: &objects, entry: Some(&entry), args: &[] };
        let before = Instant::now();
        started += u64::from(simulator.run(&input, None).is_ok());
        assert!(before.elapsed() < LONGEST, "file {file} takes {:?}", before.elapsed());
    }
    // Both ways are taken: files that are refused, and files that run.
    assert!(started > FILES / 20 && started < FILES, "{started} of {FILES} files started");
}

#[test]
fn damaged_files_of_32_bits() {
    check(include_bytes!("../../../../tests/data/run/riscv/rv32im.o"), &[]);
}

#[test]
fn damaged_files_of_64_bits() {
    check(include_bytes!("../../../../tests/data/run/riscv/rv64im.o"), &["RV64"]);
}
