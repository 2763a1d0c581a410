//! Any text is loaded alike in every compile mode.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz_programs::compare;

fuzz_target!(|text: &str| {
    compare::assert_modes_agree(text);
});
