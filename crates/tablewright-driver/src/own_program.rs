//! Programs with their own backends.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use tablewright_backend::Backend;
use tablewright_records::{CompileMode, Release};
use tablewright_session::path_text;

use crate::tool::{DropIn, Tool};
use crate::{batch, drop_in, environment_error, terminal};

/// Runs a program with these backends, with the arguments of the process: the whole of `fn main`.
///
/// ```no_run
/// use std::process::ExitCode;
/// # mod tablewright {
/// #     pub mod cli { pub use tablewright_driver::own_program::main; }
/// #     pub mod backend { pub use tablewright_backend::*; }
/// # }
/// use tablewright_backend::Backend;
///
/// const COUNT: Backend = Backend::new("count", "Count the records", |job| {
///     job.write_text(&format!("{}\n", job.store.records().len()))
/// });
///
/// fn main() -> ExitCode {
///     tablewright::cli::main(&[&COUNT])
/// }
/// ```
///
/// The program has the options of `llvm-tblgen`: `-I`, `-D`, `-o`, `-d`, `--write-if-changed`,
/// `--diagnostic-format`, `@file` and so on; an action for each backend, and the options of the backends. `--help`
/// lists them. The first backend runs where no action is named. With `batch` as its first argument the program writes
/// many files and reads each input once.
///
/// An output is replaced completely or not at all. The exit code is the same as in `llvm-tblgen`: 0, or 1 after an
/// error.
pub fn main(backends: &[&'static Backend]) -> ExitCode {
    main_with(backends, std::env::args_os())
}

/// Runs the program with other arguments. The first is the name by which the program is called.
pub fn main_with(
    backends: &[&'static Backend],
    args: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    let mut args = args.into_iter().map(path_text);
    let called_as = args.next().unwrap_or_else(|| "tablegen".to_owned());
    let args: Vec<String> = args.collect();
    let why = match backends.first() {
        None => Some("the program lacks actions".to_owned()),
        Some(_) => environment_error(),
    };
    if let Some(why) = why {
        terminal::eprint(format_args!("{called_as}: {why}\n"));
        return ExitCode::FAILURE;
    }
    let name = Path::new(&called_as).file_name().and_then(|name| name.to_str());
    let tool = OwnTool { name: name.unwrap_or(&called_as), backends };
    if args.first().is_some_and(|first| first == batch::NAME) {
        return batch::main(&called_as, &[&tool], args[1..].to_vec());
    }
    let drop_in = DropIn {
        tool: &tool,
        release: None,
        compile: CompileMode::Auto,
        program_with_command: |_| None,
    };
    drop_in::main(drop_in, &called_as, args)
}

/// A tool with at least one backend.
pub(crate) struct OwnTool<'b> {
    pub(crate) name: &'b str,
    pub(crate) backends: &'b [&'static Backend],
}

impl Tool for OwnTool<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn short_name(&self) -> &str {
        self.name
    }

    fn backends(&self, _release: Option<Release>) -> Vec<&'static Backend> {
        self.backends.to_vec()
    }

    fn default_backend(&self) -> &'static Backend {
        self.backends[0]
    }
}
