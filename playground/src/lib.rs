//! Tablewright for web pages: the language server as a WebAssembly module without threads, files and system.
//!
//! The host writes a message of the language server protocol, JSON in UTF-8, to the memory that [`input`] returns, calls
//! [`handle`], and reads a list of messages for the client from [`output`], as many bytes as the call returned. Between
//! messages it calls [`run_due`], after as many milliseconds as [`next_due`] says. Requests, evaluation and backends are
//! those of the language server (`tablewright-lsp`); one more request, `playground/files`, lists the files that are
//! built in.
//!
//! What JavaScript calls is exported under its own name, which Rust counts as unsafe code. There is no other: the
//! functions return addresses of buffers and read through none.
#![warn(missing_docs)]

mod library;

use std::cell::RefCell;
use std::time::Duration;

use lsp_server::{Message, Response};
use serde_json::json;
use tablewright::Session;
use tablewright::backends::target_backends_of;
use tablewright_lsp::{Clock, LanguageServer, ServerOptions, ServerProgram};

/// The most bytes that evaluation may hold. A page has at most four gibibytes, and browsers on telephones much less.
const MAX_MEMORY: u64 = 512 << 20;

/// The most steps that evaluation may take: a few seconds.
const MAX_STEPS: u64 = 1 << 24;

/// The program whose actions for targets the module has. The others, and those of Clang and MLIR, read descriptions that
/// are not built in, and would be a fifth of the module.
const LLVM_TBLGEN: ServerProgram =
    ServerProgram { name: "llvm-tblgen", backends: |release| target_backends_of(Some(release)) };

/// The request that lists the built-in files.
const FILES: &str = "playground/files";

/// What the host brings.
#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// The time in milliseconds since some moment.
        pub(crate) safe fn now() -> f64;
        /// Takes the message of a panic, UTF-8 of `length` bytes at `address`. The module ends after that.
        pub(crate) safe fn panicked(address: *const u8, length: usize);
    }
}

/// What a host brings, for tests on a system.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub(crate) fn now() -> f64 {
        0.0
    }

    pub(crate) fn panicked(_: *const u8, _: usize) {}
}

/// The server with the buffers that the host reads and writes.
struct Module {
    server: LanguageServer,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::new());
}

impl Module {
    fn new() -> Module {
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
        Module { server, input: Vec::new(), output: Vec::new() }
    }

    fn handle(&mut self) -> usize {
        let messages = match serde_json::from_slice(&self.input) {
            Ok(Message::Request(request)) if request.method == FILES => {
                let files = library::FILES.iter();
                let files = files.map(|file| json!({ "path": file.path, "text": file.text }));
                vec![Message::Response(Response::new_ok(request.id, files.collect::<Vec<_>>()))]
            }
            Ok(message) => self.server.handle(message),
            // A host that sends no messages is told nothing: there is no request to answer.
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

/// Makes room for a message of `length` bytes, and returns the address where the host writes it.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Takes the message in the input. Returns how many bytes the messages for the client take, a list in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn handle() -> usize {
    MODULE.with_borrow_mut(Module::handle)
}

/// Runs an evaluation, or lints, if that is due. Returns the same as [`handle`].
#[unsafe(no_mangle)]
pub extern "C" fn run_due() -> usize {
    MODULE.with_borrow_mut(Module::run_due)
}

/// In how many milliseconds [`run_due`] has something to do; -1 where that is not before the next message.
#[unsafe(no_mangle)]
pub extern "C" fn next_due() -> f64 {
    let due = MODULE.with_borrow(|module| module.server.next_due());
    due.map_or(-1.0, |due| due.as_secs_f64() * 1000.0)
}

/// The address of the output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}
