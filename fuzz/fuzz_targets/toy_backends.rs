//! Every backend runs over mutated targets.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz_programs::toy::Toy;

static TOY: LazyLock<Toy> = LazyLock::new(Toy::read);

fuzz_target!(|bytes: &[u8]| {
    TOY.run(&TOY.mutants(bytes));
});
