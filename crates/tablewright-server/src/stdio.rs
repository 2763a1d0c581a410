//! Requests for programs over standard input and output.

use std::env;
use std::io::{self, Write};
use std::sync::atomic::AtomicU64;

use crate::ServerSettings;
use crate::descriptions::Descriptions;
use crate::rpc::{Conversation, Engine, ProgramMethods};
use crate::slots::Slots;

/// Answers requests from standard input until its end. Paths are relative to the current directory.
///
/// # Errors
/// If the current directory was removed.
pub fn serve_stdio(
    settings: &ServerSettings,
    methods: &'static dyn ProgramMethods,
) -> Result<(), String> {
    let dir = env::current_dir().map_err(|error| format!("no current directory: {error}"))?;
    let (descriptions, slots) = (Descriptions::with_settings(settings), Slots::for_processors());
    let engine = Engine {
        methods,
        descriptions: &descriptions,
        slots: &slots,
        dir,
        needs_absolute_paths: false,
        in_dir: &|task| task(),
        answered: &AtomicU64::new(0),
    };
    let mut write = |line: &str| {
        let mut out = io::stdout().lock();
        out.write_all(line.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()
    };
    Conversation::new(&engine, &mut write).run(io::stdin().lock(), |_| true);
    // The end of the process frees the many small allocations faster.
    std::mem::forget(descriptions);
    Ok(())
}
