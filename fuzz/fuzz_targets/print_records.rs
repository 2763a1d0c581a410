//! Every general backend runs over whatever could be evaluated.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::Session;
use tablewright::backend::{Job, Options, Outputs};
use tablewright::backends::llvm_backends;
use tablewright_syntax::diagnostic::Diagnostics;

fuzz_target!(|text: &str| {
    let Ok(loaded) = Session::new().load_text("fuzz.td", text) else { return };
    for backend in llvm_backends() {
        let mut out = Vec::new();
        let mut diagnostics = Diagnostics::new();
        let options = Options::new();
        let mut job = Job {
            store: &loaded.store,
            options: &options,
            outputs: Outputs::main_only(&mut out),
            diagnostics: &mut diagnostics,
        };
        // A backend may find the records wanting; it may not panic.
        let _ = (backend.run)(&mut job);
    }
});
