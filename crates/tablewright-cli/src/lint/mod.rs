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
use tablewright_inspect::lint::{self, Lint, LintRun};
use tablewright_records::{Loaded, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::description_command::DescriptionCommand;
use crate::inspect::{self, flag, texts};
use crate::messages::Format;
use crate::release;
use crate::report::ReportForm;
use crate::terminal::{eprint, output_width};

use check::{LintCheck, is_denied};

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
    exit_code(LintCommand { context, args }.run())
}

/// Builds the command for a server. `None` if the command changes files or prints the list of lints, or if a setting is
/// wrong. `color` is the default for colours in findings.
pub(crate) fn served(args: &ArgMatches, color: bool) -> Option<Box<dyn DescriptionCommand>> {
    let input = args.get_one::<String>("file")?;
    if args.get_flag(FIX) || args.get_flag(LIST) {
        return None;
    }
    Some(Box::new(LintCheck::new(args, Some(input), Some(color)).ok()?))
}

/// Builds the command for programs. It changes no files. `format` is the format of warnings.
///
/// # Errors
/// If the arguments or the settings file have an unknown lint or level.
pub(crate) fn command_for(
    args: &ArgMatches,
    format: Format,
) -> Result<Box<dyn DescriptionCommand>, Diagnostic> {
    let input = args.get_one::<String>("file").map(String::as_str);
    Ok(Box::new(LintCheck::new(args, input, Some(false))?.with_format(format)))
}

/// The command with its arguments.
struct LintCommand<'a> {
    context: CommandContext<'a>,
    args: &'a ArgMatches,
}

impl LintCommand<'_> {
    fn run(&self) -> Result<ExitCode, FailureReported> {
        let input = self.args.get_one::<String>("file").map(String::as_str);
        let check = LintCheck::new(self.args, input, None);
        let check = check.map_err(|error| self.context.refuse(&error))?;
        let Some(input) = input.filter(|_| !self.args.get_flag(LIST)) else {
            return self.context.write(&list::text(
                &check.lints,
                &check.levels,
                ReportForm::from_args(self.args),
            ));
        };
        if self.args.get_flag(FIX) && input == "-" {
            let why = "--fix changes files, and standard input is none";
            return Err(self.error(Code::OptionsConflict, why));
        }
        let mut loaded = self.load(input, &check)?;
        let mut run = check.run(&loaded.store);
        if self.args.get_flag(FIX) {
            // The remaining findings are reported for the changed files.
            for _ in 0..fix::MAX_ROUNDS {
                if !self.fix(&loaded, &run)? {
                    break;
                }
                if check.new_release().is_some() {
                    // The description needs the include files of the new release now.
                    run.findings.retain(|finding| finding.fix.is_none());
                    break;
                }
                loaded = self.load(input, &check)?;
                run = check.run(&loaded.store);
            }
        }
        let sources = loaded.store.sources();
        check.not_checked(sources, &run).iter().for_each(eprint);
        let width = self.context.output().is_none().then(output_width).flatten();
        let written = self.context.write(&check.text(sources, &run, width))?;
        // Records are many small allocations. The end of the process frees them all at once.
        std::mem::forget(loaded);
        Ok(if is_denied(&run) { ExitCode::FAILURE } else { written })
    }

    fn load(&self, input: &str, check: &LintCheck) -> Result<Loaded, FailureReported> {
        let session = inspect::session(self.context.called_as, self.args, input)
            .trace(check.needs_trace())
            .record_reads(check.needs_reads());
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
}
