//! Generated programs are the same in every compile mode.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz_programs::{compare, generator};

fuzz_target!(|bytes: &[u8]| {
    compare::assert_modes_agree(&generator::program(bytes, true));
});
