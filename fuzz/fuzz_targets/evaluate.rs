//! Any text is evaluated without a panic, and what is printed of a correct one is the same
//! each time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::{LoadError, Session};

fn printed(text: &str) -> Option<String> {
    match Session::new().load_text("fuzz.td", text) {
        Ok(loaded) => {
            let mut out = String::new();
            for record in loaded.store.records() {
                loaded.store.write_record(&mut out, record);
            }
            Some(out)
        }
        Err(LoadError::Rejected(_)) => None,
        Err(error) => panic!("text in memory is always read: {error}"),
    }
}

fuzz_target!(|text: &str| {
    assert_eq!(printed(text), printed(text));
});
