//! Generated programs without a fuzzer: prints one, or compares compile modes over many.
//!
//!     tablewright-fuzz-programs print SEED [newer]    the program of a seed
//!     tablewright-fuzz-programs print-of FILE         the program that the bytes of a file choose
//!     tablewright-fuzz-programs compare FIRST COUNT   compile modes, over the programs of COUNT seeds
//!     tablewright-fuzz-programs compare-file FILE     compile modes, over a program
//!     tablewright-fuzz-programs toy FIRST COUNT       all backends, over COUNT mutated targets

use std::env;

use std::fs;

use tablewright_fuzz_programs::{compare, generator};

/// Bytes that depend on the seed only (splitmix64).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let len = 30 + next() % 1200;
    (0..len).map(|_| (next() >> 32) as u8).collect()
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<u64>().ok());
    match (args.first().map(String::as_str), number(1), number(2)) {
        (Some("print"), Some(seed), _) => {
            print!("{}", generator::program(&bytes(seed), args.get(2).is_some()));
        }
        (Some("print-of"), _, _) => {
            let path = args.get(1).expect("a file follows");
            let bytes = fs::read(path).expect("the file can be read");
            print!("{}", generator::program(&bytes, true));
        }
        (Some("compare-file"), _, _) => {
            let path = args.get(1).expect("a file follows");
            compare::assert_modes_agree(&fs::read_to_string(path).expect("the file is text"));
        }
        (Some("compare"), Some(first), Some(count)) => {
            let mut failed = 0;
            for seed in first..first + count {
                let text = generator::program(&bytes(seed), true);
                let agree = std::panic::catch_unwind(|| compare::assert_modes_agree(&text));
                if agree.is_err() {
                    println!("seed {seed} differs");
                    failed += 1;
                }
            }
            println!("{} agree, {failed} differ", count - failed);
        }
        #[cfg(feature = "backends")]
        (Some("toy"), Some(first), Some(count)) => toy(first, count),
        _ => eprintln!(
            "usage: print SEED [newer] | print-of FILE | compare FIRST COUNT | compare-file FILE | toy FIRST COUNT"
        ),
    }
}

/// Runs all backends over mutated targets, and says which seeds make one panic.
#[cfg(feature = "backends")]
fn toy(first: u64, count: u64) {
    let toy = tablewright_fuzz_programs::toy::Toy::read();
    let (mut evaluated, mut failed) = (0, 0);
    for seed in first..first + count {
        let mutants = toy.mutants(&bytes(seed));
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| toy.run(&mutants))) {
            Ok(run) => evaluated += u64::from(run.is_some()),
            Err(_) => {
                println!("seed {seed} panics: {mutants:?}");
                failed += 1;
            }
        }
    }
    println!("{count} targets, {evaluated} could be evaluated, {failed} panic");
}
