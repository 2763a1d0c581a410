//! `tablewright lint`: what is legal in a description and probably not meant.

mod fix;
mod list;
mod pattern_selection;
mod report;
mod sarif;
mod settings;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tablewright::action_runs;
use tablewright::backend::Failure;
use tablewright::byte_escape::unescape;
use tablewright::inspect::lint::{self, Level, Lint, LintGroup, LintRun, LintScope, LintSettings};
use tablewright::syntax::diagnostic::{Code, Severity};
use tablewright::{Loaded, text_path};

use crate::inspect::{self, color, flag, messages_format, texts};
use crate::inspection::{Inspection, Subject};
use crate::messages::{self, Format, Style};
use crate::output_file::OutputFile;
use crate::report::Form;
use crate::request::{Output, Request, Task};
use crate::run::Run;
use crate::selection::Selection;
use crate::terminal::{eprint, output_width, print, reason};

use report::LintReport;

pub(crate) const NAME: &str = "lint";

const ALL_FILES: &str = "all-files";
const FIX: &str = "fix";
const LIST: &str = "list";
const SARIF: &str = "sarif";

/// The lints there are, by code: those of the library, and those that need what a backend prints.
fn lints() -> Vec<&'static Lint> {
    let mut lints = [lint::LINTS, action_runs::LINTS].concat();
    lints.push(&pattern_selection::LINT);
    lints.sort_by_key(|lint| lint.code);
    lints
}

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Report what is legal in a description and probably not meant")
        .after_help(
            "NAME is a lint (unused-class), its code (TW4002), a group (language, target, reads), or all;\n\
             --deny warnings makes errors of all warnings. The last option about a lint holds. Levels also\n\
             stand in the file .tablewright.toml beside FILE or above it:\n    \
             [lint]\n    unused-class = \"deny\"\n\
             A comment allows lints on its line or on the next one, or, at the top of a file and followed by\n\
             a blank line, in the whole file:\n    \
             // tablewright: allow(unused-class, unused-multiclass)\n\
             Files outside of the directory of FILE, such as those of LLVM's include, are checked with\n\
             --all-files alone. The exit code is 1 where a finding is an error.",
        )
        .mut_arg("file", |file| {
            file.required(false)
                .required_unless_present(LIST)
                .help("The description, its main file; - is standard input")
        })
        .arg(texts("allow", "NAME", "Turn these lints off"))
        .arg(texts("warn", "NAME", "Report these lints as warnings"))
        .arg(texts("deny", "NAME", "Report these lints as errors"))
        .arg(flag(ALL_FILES, "Check all files, also those of other directories"))
        .arg(flag(FIX, "Change the files where the change is safe; report what is left"))
        .arg(flag(LIST, "List the lints with their levels"))
        .args(form_args())
}

fn form_args() -> [Arg; 3] {
    let help = "The format of the output; jsonl is an object a line, sarif is for code hosts";
    inspect::form_args(["text", "json", "jsonl", "csv", SARIF], help)
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = LintCommand { called_as, args, style: style(args), lints: lints() };
    match command.run() {
        Ok(code) => code,
        Err(Stopped::Said) => ExitCode::FAILURE,
        Err(Stopped::Because(code, why)) => {
            let style = Style::new(messages_format(args), color(args));
            eprint(style.error(code, called_as, &format!("{called_as}: error: {why}\n")));
            ExitCode::FAILURE
        }
    }
}

/// Findings are shown with the source around them, unless another format is named.
fn style(args: &ArgMatches) -> Style {
    let named = args.get_one::<String>(messages::OPTION).and_then(|name| Format::of(name));
    let is_file = args.get_one::<String>("output").is_some();
    let color = color(args).or(is_file.then_some(false));
    Style::new(named.unwrap_or(Format::Rich), color)
}

/// Why there is nothing to report.
enum Stopped {
    /// It has been said.
    Said,
    /// It has not.
    Because(Code, String),
}

/// The command with its arguments.
struct LintCommand<'a> {
    called_as: &'a str,
    args: &'a ArgMatches,
    style: Style,
    lints: Vec<&'static Lint>,
}

impl LintCommand<'_> {
    fn run(&self) -> Result<ExitCode, Stopped> {
        let input = self.args.get_one::<String>("file").map(String::as_str);
        let levels = settings::levels(&self.lints, input, self.args)
            .map_err(|(code, why)| Stopped::Because(code, why))?;
        let Some(input) = input.filter(|_| !self.args.get_flag(LIST)) else {
            return self.write(&list::text(&self.lints, &levels, Form::of(self.args)));
        };
        if self.args.get_flag(FIX) && input == "-" {
            let why = "--fix changes files, and standard input is none".to_owned();
            return Err(Stopped::Because(Code::OptionsConflict, why));
        }
        let is_of_reads = |lint: &&'static Lint| {
            lint.group == LintGroup::Reads && levels.level(lint) != Level::Allow
        };
        let records_reads = self.lints.iter().any(is_of_reads);
        let mut loaded = self.load(input, records_reads)?;
        let mut run = self.check(&loaded, &levels);
        if self.args.get_flag(FIX) {
            // What is left is reported as it stands in the changed files.
            for _ in 0..fix::MAX_ROUNDS {
                if !self.fix(&loaded, &run)? {
                    break;
                }
                loaded = self.load(input, records_reads)?;
                run = self.check(&loaded, &levels);
            }
        }
        self.report_not_checked(&loaded, &run);
        let is_denied = run.findings.iter().any(|finding| finding.level() == Level::Deny);
        let written = self.write(&self.text(&loaded, run))?;
        // Records are many small pieces, which the end of the process frees at once.
        std::mem::forget(loaded);
        Ok(if is_denied { ExitCode::FAILURE } else { written })
    }

    /// Prints each error that keeps lints from checking the description, once for all of them.
    fn report_not_checked(&self, loaded: &Loaded, run: &LintRun) {
        let list = &run.not_checked;
        for (index, first) in list.iter().enumerate() {
            if list[..index].iter().any(|other| other.error == first.error) {
                continue;
            }
            let same = list[index..].iter().filter(|other| other.error == first.error);
            let names: Vec<&str> = same.map(|other| other.lint.name).collect();
            let message = if let [name] = names[..] {
                format!("the lint {name} does not check a description with this error")
            } else {
                let names = names.join(", ");
                format!("these lints do not check a description with this error: {names}")
            };
            let mut warning = first.error.clone();
            warning.severity = Severity::Warning;
            warning.note(None, message);
            eprint(self.style.diagnostic(loaded.store.sources(), &warning));
        }
    }

    fn load(&self, input: &str, records_reads: bool) -> Result<Loaded, Stopped> {
        let request = Request {
            session: inspect::session(self.called_as, self.args, input)
                .trace(true)
                .record_reads(records_reads),
            input: input.to_owned(),
            task: Task::Inspection(Box::new(Reading)),
            output: Output::Standard,
            depfile: None,
            cache: None,
            write_if_changed: false,
            time_phases: false,
            color: color(self.args),
            format: messages_format(self.args),
            selection: Selection::default(),
        };
        let mut run = Run::new(self.called_as, &request);
        let loaded = run.load().map_err(|_| Stopped::Said)?;
        if run.errors > 0 { Err(Stopped::Said) } else { Ok(loaded) }
    }

    fn check(&self, loaded: &Loaded, levels: &lint::LintLevels) -> LintRun {
        let scope = match self.args.get_flag(ALL_FILES) {
            true => LintScope::AllFiles,
            false => LintScope::OwnTree,
        };
        let macros = inspect::all(self.args, "define");
        let settings = LintSettings { lints: &self.lints, scope, macros: &macros };
        lint::check(&loaded.store, levels, settings)
    }

    /// Changes the files, and says so. Whether anything was changed.
    fn fix(&self, loaded: &Loaded, run: &LintRun) -> Result<bool, Stopped> {
        let fixed = fix::apply(loaded.store.sources(), &run.findings)
            .map_err(|why| Stopped::Because(Code::FileAccess, why))?;
        for line in fixed.messages() {
            eprint(format_args!("{}: {line}\n", self.called_as));
        }
        Ok(fixed.has_changes())
    }

    fn text(&self, loaded: &Loaded, run: LintRun) -> String {
        let sources = loaded.store.sources();
        if inspect::has_form(self.args, SARIF) {
            return sarif::text(sources, &self.lints, &run.findings);
        }
        let is_shown = self.args.get_one::<String>("output").is_none();
        let width = is_shown.then(output_width).flatten();
        Form::of(self.args).print(&LintReport::new(sources, &run.findings, self.style), width)
    }

    fn write(&self, text: &str) -> Result<ExitCode, Stopped> {
        let Some(path) = self.args.get_one::<String>("output") else {
            return Ok(print(self.called_as, text));
        };
        let written = write_file(path, text);
        let why = |error| format!("error opening {path}: {}", reason(&error));
        written.map_err(|error| Stopped::Because(Code::FileAccess, why(error)))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn write_file(path: &str, text: &str) -> io::Result<()> {
    let mut file = OutputFile::create(&text_path(path))?;
    file.write_all(&unescape(text))?;
    file.finish()
}

/// Records that are only read.
struct Reading;

impl Inspection for Reading {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, _: &mut Subject<'_, '_>) -> Result<String, Failure> {
        Ok(String::new())
    }
}
