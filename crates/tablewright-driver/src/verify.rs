//! `--verify-with PROGRAM`: a run beside the replaced program.
//!
//! The other program runs with the arguments of this run, and the build gets its files and exit code. Meanwhile our
//! program writes its output to a separate directory. The outputs are compared and differences are reported. A
//! difference never fails the run.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Output, Stdio};
use std::thread;

use tablewright_session::{path_text, text_path};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::generated_output::{first_difference, is_same};

use crate::cache_settings;
use crate::grammar::{self, GrammarArg};
use crate::messages::Style;
use crate::option_table::{OptionTable, VERIFY_WITH as OPTION};
use crate::release;
use crate::response_file::values_of;
use crate::running_program;
use crate::terminal::{eprint, reason};
use crate::tool::{DropIn, Tool};

/// The variable that does.
pub(crate) const VARIABLE: &str = "TABLEWRIGHT_VERIFY_WITH";

/// Options that only our program has.
const OWN_OPTIONS: [&str; 4] =
    [OPTION, cache_settings::OPTION, release::OPTION, crate::messages::OPTION];

/// Returns the program for the comparison, from the option or else the variable. If it is a directory, the program in
/// it with the tool's name is used.
pub(crate) fn other_program(args: &[String], tool: &dyn Tool) -> Option<String> {
    let by_option = values_of(args, OPTION).last().map(str::to_owned);
    let named = by_option.or_else(|| std::env::var(VARIABLE).ok());
    let path = named.filter(|program| !program.is_empty())?;
    let program = text_path(&path);
    Some(if program.is_dir() { path_text(program.join(tool.name())) } else { path })
}

/// A run that both programs do.
pub(crate) struct Verification<'a> {
    pub(crate) other: &'a str,
    pub(crate) drop_in: DropIn<'a>,
    pub(crate) args: &'a [String],
    pub(crate) table: &'a OptionTable<'a>,
    pub(crate) style: Style,
    pub(crate) program: &'a str,
}

impl Verification<'_> {
    /// Runs both programs. The exit code and all written files are the other program's.
    pub(crate) fn run(&self) -> ExitCode {
        match self.run_both() {
            Ok(status) => exit_code(status),
            Err(why) => {
                let text = format!("{}: {why}\n", self.program);
                eprint(self.style.error(Code::FileAccess, self.program, &text));
                ExitCode::FAILURE
            }
        }
    }

    fn run_both(&self) -> Result<ExitStatus, String> {
        let input = self.standard_input()?;
        let theirs = self.others_output_name();
        let scratch = ScratchDirectory::new().map_err(|error| reason(&error))?;
        let ours =
            scratch.0.join(theirs.and_then(|path| path.file_name()).unwrap_or("output".as_ref()));
        let mut other = Command::new(self.other);
        other.args(without_options(self.args, &OWN_OPTIONS));
        // Without a file, the output is read here, and passed on.
        let output = if theirs.is_some() { Stdio::inherit() } else { Stdio::piped() };
        other.stdout(output).stderr(Stdio::inherit());
        let other = start(&mut other, input.is_some())
            .map_err(|e| format!("--{OPTION}: {}: {}", self.other, reason(&e)))?;
        let own = self.own_run(&ours, input.is_some()).map_err(|e| reason(&e))?;
        let [other, own] = thread::scope(|scope| {
            let own = scope.spawn(|| finish(own, input.as_deref()));
            let other = finish(other, input.as_deref());
            [other, own.join().expect("waiting for a program does not panic")]
        });
        let other = other.map_err(|error| reason(&error))?;
        let own = own.map_err(|error| reason(&error))?;
        io::stdout().lock().write_all(&other.stdout).map_err(|error| reason(&error))?;
        if let Some(difference) = self.compare(&other, &own, &ours, theirs) {
            eprint(self.style.text(format!("{}: warning: {difference}\n", self.program)));
        }
        Ok(other.status)
    }

    /// Reads all of standard input if it is the input.
    fn standard_input(&self) -> Result<Option<Vec<u8>>, String> {
        let parsed = grammar::parse(self.table, self.args.to_vec());
        let is_file = |arg: &GrammarArg| matches!(arg, GrammarArg::Input(path) if path != "-");
        if parsed.args.iter().any(is_file) {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(|error| reason(&error))?;
        Ok(Some(bytes))
    }

    /// Returns the path of the other program's output. `None` if the output is standard output.
    fn others_output_name(&self) -> Option<&Path> {
        values_of(self.args, "o").last().filter(|path| *path != "-").map(Path::new)
    }

    /// Starts our program with its output at `path`, in a separate process, so that its failures do not affect the
    /// build.
    fn own_run(&self, path: &Path, has_input: bool) -> io::Result<Child> {
        let mut own = running_program::command()?;
        let tool = self.drop_in.tool;
        own.args(tool.is_replacement().then(|| tool.name()));
        // The other process does not know the name by which this program was called.
        own.args(self.drop_in.release.map(|release| format!("--{}={release}", release::OPTION)));
        own.args(without_options(self.args, &[OPTION, cache_settings::OPTION, "o", "d"]))
            .arg("-o")
            .arg(path);
        own.env_remove(VARIABLE).env_remove(cache_settings::VARIABLE);
        own.stdout(Stdio::piped()).stderr(Stdio::piped());
        start(&mut own, has_input)
    }

    /// Describes the differences in our output, in lines of text.
    fn compare(
        &self,
        other: &Output,
        own: &Output,
        ours: &Path,
        theirs: Option<&Path>,
    ) -> Option<String> {
        let first_line = || {
            let text = String::from_utf8_lossy(&own.stderr).into_owned();
            text.lines().next().unwrap_or("without a message").to_owned()
        };
        match (other.status.success(), own.status.success()) {
            (false, false) => None,
            (true, false) => {
                Some(format!("{} accepts what Tablewright refuses: {}", self.other, first_line()))
            }
            (false, true) => Some(format!("{} refuses what Tablewright accepts", self.other)),
            (true, true) => match theirs {
                None => {
                    let own = fs::read(ours).unwrap_or_default();
                    self.difference(&other.stdout, &own, "the output")
                }
                Some(theirs) => self.compare_files(ours.parent()?, theirs),
            },
        }
    }

    /// Finds the first difference between our files in a directory and the other program's files.
    fn compare_files(&self, directory: &Path, theirs: &Path) -> Option<String> {
        let entries = fs::read_dir(directory).ok()?;
        let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
        names.sort();
        names.iter().find_map(|name| {
            let path = theirs.with_file_name(name);
            let own = fs::read(directory.join(name)).ok()?;
            match fs::read(&path) {
                Ok(theirs) => self.difference(&theirs, &own, &path.to_string_lossy()),
                Err(_) => Some(format!("{} does not write {}", self.other, path.display())),
            }
        })
    }

    fn difference(&self, theirs: &[u8], own: &[u8], name: &str) -> Option<String> {
        let mut actions = self.args.iter().map(|arg| arg.trim_start_matches('-'));
        let action = actions.rfind(|name| self.table.action(name).is_some()).unwrap_or_default();
        if is_same(theirs, own, name, action) {
            return None;
        }
        let lines = first_difference(theirs, own, name, action);
        Some(format!(
            "{name} is that of {}, from which Tablewright's differs:\n{lines}",
            self.other
        ))
    }
}

/// Returns `args` without some options and their values.
fn without_options<'a>(args: &'a [String], names: &[&str]) -> Vec<&'a str> {
    let mut other_args = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let option = arg.strip_prefix('-').map(|rest| rest.trim_start_matches('-'));
        let name = option.map(|option| option.split_once('=').map_or(option, |(name, _)| name));
        if name.is_none_or(|name| !names.contains(&name)) {
            other_args.push(arg.as_str());
        } else if name == option {
            // Its value is the next argument.
            args.next();
        }
    }
    other_args
}

fn start(command: &mut Command, has_input: bool) -> io::Result<Child> {
    command.stdin(if has_input { Stdio::piped() } else { Stdio::inherit() }).spawn()
}

/// Passes the input to a program and waits until it ends.
fn finish(mut child: Child, input: Option<&[u8]>) -> io::Result<Output> {
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        if let (Some(mut stdin), Some(input)) = (stdin, input) {
            // The program may close the pipe early, and this is not an error.
            scope.spawn(move || drop(stdin.write_all(input)));
        }
        child.wait_with_output()
    })
}

/// A directory for our output, removed on drop.
struct ScratchDirectory(PathBuf);

impl ScratchDirectory {
    fn new() -> io::Result<ScratchDirectory> {
        let path = std::env::temp_dir().join(format!("tablewright-verify-{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(ScratchDirectory(path))
    }
}

impl Drop for ScratchDirectory {
    fn drop(&mut self) {
        // If the directory cannot be removed, the result is still valid.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Returns the other program's exit code. A signal counts as a failure.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}
