//! The program as its users run it: options, files, exit codes.

mod action_reads;
mod assembly;
mod attributes;
mod batch;
mod book;
mod build_tools;
mod cache;
mod combines;
mod command_pages;
mod corpus;
mod deps;
mod dialect;
mod diff;
mod disassembler;
mod encoding;
mod encoding_x86;
mod errors;
mod explain;
mod explain_corpus;
mod export_derived;
mod export_schema;
mod fmt;
#[cfg(target_os = "linux")]
mod hostile;
mod inputs;
mod intrinsics;
mod lint;
mod lsp;
mod machine;
mod mlir_checks;
mod modes;
mod mutants;
mod new_target;
mod options;
mod outputs;
mod patterns;
mod planted_mistakes;
mod preprocess;
mod query;
mod query_book;
mod reduce;
mod registers;
mod releases;
mod requests;
mod run;
mod sched_coverage;
mod schema;
mod select;
#[cfg(target_os = "linux")]
mod serve;
mod size;
mod target_mistakes;
mod test;
#[cfg(unix)]
mod verify;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of its own for a test, which the program runs in.
struct Dir(PathBuf);

impl Dir {
    fn new() -> Dir {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cli-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    /// A directory with one file, `a.td`.
    fn with(text: &str) -> Dir {
        let dir = Dir::new();
        dir.write("a.td", text);
        dir
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of the files in it, in order.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The program under another name in the directory. A link rather than a copy where that is possible: a process
    /// that another test starts meanwhile may hold the file of a copy open for writing, and it does not run then.
    fn program_named(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::hard_link(program(), &path).or_else(|_| fs::copy(program(), &path).map(drop)).unwrap();
        path
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0).stdin(Stdio::null());
        // Most tests are older than the other releases. Those of another one name it.
        command.env("TABLEWRIGHT_RELEASE", "19");
        // This one is for tests; a client with settings that no server knows runs its job itself.
        command.env_remove("TABLEWRIGHT_CORPUS");
        command
    }

    /// Runs `tablewright llvm-tblgen` with the words of `line`.
    fn tblgen(&self, line: &str) -> Ran {
        self.run(&format!("llvm-tblgen {line}"))
    }

    /// Runs `tablewright` with the words of `line`.
    fn run(&self, line: &str) -> Ran {
        Ran::from_output(self.command(program()).args(line.split_whitespace()).output().unwrap())
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// What came of a run.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn from_output(output: Output) -> Ran {
        // Messages begin with the path the program was called by, which differs by machine.
        let err = String::from_utf8(output.stderr).unwrap();
        let err = err.replace(&program().display().to_string(), "tablewright");
        Ran { code: output.status.code(), out: String::from_utf8(output.stdout).unwrap(), err }
    }

    /// Standard output of a run that went well and had nothing to say.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// Standard error of a run that failed and wrote nothing.
    #[track_caller]
    fn failed(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{}", self.err);
        self.err
    }
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tablewright"))
}

/// What `--print-records` makes of records without classes.
fn records(defs: &str) -> String {
    format!("------------- Classes -----------------\n------------- Defs -----------------\n{defs}")
}
