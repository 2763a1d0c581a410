//! Tablewright for web pages: the language server as a WebAssembly module without threads, files or
//! system calls.
//!
//! The host writes a language server message, JSON in UTF-8, to the memory that [`input`] returns,
//! and calls [`handle`]. The call returns the size of its answer, a list of messages for the
//! client. The host reads them from [`output`]. Between messages the host calls [`run_due`] after
//! the milliseconds that [`next_due`] returns. Requests, evaluation and backends come from the
//! language server (`tablewright-lsp`); an additional request, `playground/files`, lists the
//! built-in files.
//!
//! Functions for JavaScript are exported under their own names. Rust counts this as unsafe code.
//! There is no other unsafe code: the functions return addresses of buffers and never read through
//! an address.
#![warn(missing_docs)]

mod library;

use std::cell::RefCell;
use std::time::Duration;

use lsp_server::{Message, Response};
use serde_json::json;
use tablewright::Session;
use tablewright::backends::target_backends_of;
use tablewright_lsp::{Clock, LanguageServer, ServerOptions, ServerProgram};

/// Memory limit for evaluation in bytes. A page has at most four gibibytes, and browsers on phones
/// much less.
const MAX_MEMORY: u64 = 512 << 20;

/// Step limit for evaluation. The steps take a few seconds.
const MAX_STEPS: u64 = 1 << 24;

/// The program whose target actions the module contains. Other actions, and those for Clang and
/// MLIR, read descriptions that are not built in, and would account for a fifth of the module's
/// size.
const LLVM_TBLGEN: ServerProgram =
    ServerProgram { name: "llvm-tblgen", backends: |release| target_backends_of(Some(release)) };

/// The request that lists the built-in files.
const FILES: &str = "playground/files";

/// Functions that the host provides.
#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Returns the time in milliseconds since a fixed moment.
        pub(crate) safe fn now() -> f64;
        /// Receives a panic message, UTF-8 with `length` bytes at `address`. The module ends after
        /// that.
        pub(crate) safe fn panicked(address: *const u8, length: usize);
    }
}

/// The host's functions, for tests on a system.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub(crate) fn now() -> f64 {
        0.0
    }

    pub(crate) fn panicked(_: *const u8, _: usize) {}
}

/// The server, and the buffers that the host reads and writes.
struct PlaygroundModule {
    server: LanguageServer,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<PlaygroundModule> = RefCell::new(PlaygroundModule::new());
}

impl PlaygroundModule {
    fn new() -> PlaygroundModule {
        std::panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            host::panicked(message.as_ptr(), message.len());
        }));
        let mut session = Session::new()
            .warn_unused_template_args(false)
            .skip_current_dir(true)
            .max_memory(MAX_MEMORY)
            .max_steps(MAX_STEPS);
        for file in library::FILES {
            session = session.file(file.path, file.text);
        }
        let clock = Clock::new(|| Duration::from_secs_f64(host::now().max(0.0) / 1000.0));
        let options =
            ServerOptions { programs: vec![LLVM_TBLGEN], session, ..ServerOptions::default() };
        let server = LanguageServer::new(options, clock);
        PlaygroundModule { server, input: Vec::new(), output: Vec::new() }
    }

    fn handle(&mut self) -> usize {
        let messages = match serde_json::from_slice(&self.input) {
            Ok(Message::Request(request)) if request.method == FILES => {
                let files = library::FILES.iter();
                let files = files.map(|file| json!({ "path": file.path, "text": file.text }));
                vec![Message::Response(Response::new_ok(request.id, files.collect::<Vec<_>>()))]
            }
            Ok(message) => self.server.handle(message),
            // A message that is not valid has no answer, because its request is unknown.
            Err(_) => Vec::new(),
        };
        self.put(&messages)
    }

    fn run_due(&mut self) -> usize {
        let messages = self.server.run_due();
        self.put(&messages)
    }

    /// Writes messages to the output. Returns its length.
    fn put(&mut self, messages: &[Message]) -> usize {
        self.output.clear();
        // Messages are plain data, which can always be written.
        _ = serde_json::to_writer(&mut self.output, messages);
        self.output.len()
    }
}

/// Reserves memory for a message with `length` bytes, and returns the address for the host.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Handles the message in the input. Returns the size in bytes of the answer, a JSON list of
/// messages for the client.
#[unsafe(no_mangle)]
pub extern "C" fn handle() -> usize {
    MODULE.with_borrow_mut(PlaygroundModule::handle)
}

/// Runs an evaluation or lints, if due. Returns the same as [`handle`].
#[unsafe(no_mangle)]
pub extern "C" fn run_due() -> usize {
    MODULE.with_borrow_mut(PlaygroundModule::run_due)
}

/// Returns the milliseconds until [`run_due`] has something to do; -1 if nothing is due before the
/// next message.
#[unsafe(no_mangle)]
pub extern "C" fn next_due() -> f64 {
    let due = MODULE.with_borrow(|module| module.server.next_due());
    due.map_or(-1.0, |due| due.as_secs_f64() * 1000.0)
}

/// Returns the address of the last call's output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}
