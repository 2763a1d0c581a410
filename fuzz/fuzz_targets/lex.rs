//! Any bytes are read as an input, are found the includes of, and become one file, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::Session;
use tablewright::syntax::Flattening;

fuzz_target!(|bytes: &[u8]| {
    let session = Session::new().file("self.td", "include \"self.td\"").file("one.td", "def one;");
    session.includes_of_bytes("fuzz.td", bytes.to_vec());
    session.flatten_bytes("fuzz.td", bytes.to_vec(), Flattening::default());
});
