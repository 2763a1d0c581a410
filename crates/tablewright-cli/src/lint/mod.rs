//! `tablewright lint`: reports legal but probably unintended constructs in a description.

mod check;
mod fix;
mod list;
mod pattern_selection;
mod report;
mod sarif;
mod settings;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tablewright::advanced::action_runs;
use tablewright_inspect::lint::{self, Level, Lint, LintRun};
use tablewright_records::{Loaded, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::description_command::DescriptionCommand;
use crate::inspect::{self, color, flag, texts};
use crate::messages::{self, Format, Style};
use crate::release;
use crate::report::ReportForm;
use crate::terminal::{eprint, output_width};

use check::{CheckCommand, LintCheck, not_checked};
use report::LintReport;

pub(crate) use settings::levels_of_file;

pub(crate) const NAME: &str = "lint";

const ALL_FILES: &str = "all-files";
const FIX: &str = "fix";
const FOR: &str = "for";
const LIST: &str = "list";
const SARIF: &str = "sarif";

/// Returns all lints by code: the library's lints, and the lints that need backend output.
pub(crate) fn lints() -> Vec<&'static Lint> {
    let mut lints = [lint::LINTS, action_runs::LINTS, tablewright_dialect::LINTS].concat();
    lints.push(&pattern_selection::LINT);
    lints.sort_by_key(|lint| lint.code);
    lints
}

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Report legal code that is probably a mistake")
        .after_help(
            "NAME is a lint (unused-class), its code (TW4002), a group (language, target, reads, mlir, release), or all.\n\
             --deny warnings turns all warnings into errors. If several options name a lint, the last one applies.\n\
             The file .tablewright.toml, beside FILE or in a directory above it, can also set levels:\n\
             \x20   [lint]\n\
             \x20   unused-class = \"deny\"\n\
             A comment allows lints on its line or on the next line. At the top of a file and followed by a\n\
             blank line, it allows them in the whole file:\n\
             \x20   // tablewright: allow(unused-class, unused-multiclass)\n\
             With --for, read the description with the include files of its present release. Only lints of the\n\
             group release are on, unless an option names others.\n\
             Only --all-files checks files outside the directory of FILE, for example LLVM's include files. The\n\
             exit code is 1 if a finding is an error.\n\
             \n\
             Example:\n\
             \x20   tablewright lint llvm/lib/Target/RISCV/RISCV.td --allow reads --deny unused-class",
        )
        .mut_arg("file", |file| {
            file.required(false)
                .required_unless_present(LIST)
                .help("Main file of the description; - reads standard input")
        })
        .arg(texts("allow", "NAME,…", "Turn these lints off").value_delimiter(','))
        .arg(texts("warn", "NAME,…", "Report these lints as warnings").value_delimiter(','))
        .arg(texts("deny", "NAME,…", "Report these lints as errors").value_delimiter(','))
        .arg(flag(ALL_FILES, "Check also files in other directories"))
        .arg(flag(FIX, "Apply safe fixes to the files, and report the other findings"))
        .arg(for_arg())
        .arg(flag(LIST, "List all lints with their levels"))
        .args(form_args())
}

/// Returns the option for a move to another release.
fn for_arg() -> Arg {
    let parse = |text: &str| text.parse::<Release>().map_err(|_| release::invalid(text));
    Arg::new(FOR).long(FOR).value_name("VERSION").value_parser(parse).help(
        "Report only what this LLVM release needs: 22, 23 or 24. --fix then changes the description for it",
    )
}

fn form_args() -> [Arg; 3] {
    let help = "Output format; jsonl prints an object per line, sarif is for code hosts";
    inspect::form_args(["text", "json", "jsonl", "csv", SARIF], help)
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let context = CommandContext::new(called_as, args);
    let command = LintCommand { context, args, style: style(args) };
    exit_code(command.run())
}

/// Returns the style for findings. The default format shows source excerpts.
fn style(args: &ArgMatches) -> Style {
    let named = args.get_one::<String>(messages::OPTION).and_then(|name| Format::from_name(name));
    let is_file = args.get_one::<String>("output").is_some();
    let color = color(args).or(is_file.then_some(false));
    Style::new(named.unwrap_or(Format::Rich), color)
}

/// Builds the command for programs. It changes no files.
///
/// # Errors
/// If the arguments or the settings file have an unknown lint or level.
pub(crate) fn command_for(args: &ArgMatches) -> Result<Box<dyn DescriptionCommand>, Diagnostic> {
    let input = args.get_one::<String>("file").map(String::as_str);
    let check = LintCheck::new(lints(), input, args)?;
    Ok(Box::new(CheckCommand { check, form: ReportForm::from_args(args) }))
}

/// The command with its arguments.
struct LintCommand<'a> {
    context: CommandContext<'a>,
    args: &'a ArgMatches,
    /// Style for findings.
    style: Style,
}

impl LintCommand<'_> {
    fn run(&self) -> Result<ExitCode, FailureReported> {
        let input = self.args.get_one::<String>("file").map(String::as_str);
        let check = LintCheck::new(lints(), input, self.args)
            .map_err(|error| self.context.refuse(&error))?;
        let Some(input) = input.filter(|_| !self.args.get_flag(LIST)) else {
            let form = ReportForm::from_args(self.args);
            return self.context.write(&list::text(&check.lints, &check.levels, form));
        };
        if self.args.get_flag(FIX) && input == "-" {
            let why = "--fix changes files, and standard input is none";
            return Err(self.error(Code::OptionsConflict, why));
        }
        let records_reads = check.records_reads();
        let mut loaded = self.load(input, records_reads)?;
        let mut run = check.run(&loaded.store);
        if self.args.get_flag(FIX) {
            // The remaining findings are reported for the changed files.
            for _ in 0..fix::MAX_ROUNDS {
                if !self.fix(&loaded, &run)? {
                    break;
                }
                if check.new_release.is_some() {
                    // The description needs the include files of the new release now.
                    run.findings.retain(|finding| finding.fix.is_none());
                    break;
                }
                loaded = self.load(input, records_reads)?;
                run = check.run(&loaded.store);
            }
        }
        for warning in not_checked(&run) {
            eprint(self.style.diagnostic(loaded.store.sources(), &warning));
        }
        let is_denied = run.findings.iter().any(|finding| finding.level() == Level::Deny);
        let written = self.context.write(&self.text(&loaded, &check.lints, run))?;
        // Records are many small allocations. The end of the process frees them all at once.
        std::mem::forget(loaded);
        Ok(if is_denied { ExitCode::FAILURE } else { written })
    }

    fn load(&self, input: &str, records_reads: bool) -> Result<Loaded, FailureReported> {
        let session = inspect::session(self.context.called_as, self.args, input)
            .trace(true)
            .record_reads(records_reads);
        let loaded = self.context.records(session, input.to_owned())?;
        if loaded.diagnostics.has_errors() { Err(FailureReported) } else { Ok(loaded) }
    }

    fn error(&self, code: Code, why: &str) -> FailureReported {
        self.context.error(code, &format!("error: {why}"))
    }

    /// Fixes the files and reports the fixes. Returns whether a file was changed.
    fn fix(&self, loaded: &Loaded, run: &LintRun) -> Result<bool, FailureReported> {
        let fixed = fix::apply(loaded.store.sources(), &run.findings)
            .map_err(|why| self.error(Code::FileAccess, &why))?;
        for line in fixed.messages() {
            eprint(format_args!("{}: {line}\n", self.context.called_as));
        }
        Ok(fixed.has_changes())
    }

    fn text(&self, loaded: &Loaded, lints: &[&'static Lint], run: LintRun) -> String {
        let sources = loaded.store.sources();
        if inspect::has_form(self.args, SARIF) {
            return sarif::text(sources, lints, &run.findings);
        }
        let is_shown = self.args.get_one::<String>("output").is_none();
        let width = is_shown.then(output_width).flatten();
        ReportForm::from_args(self.args)
            .print(&LintReport::new(sources, &run.findings, self.style), width)
    }
}
