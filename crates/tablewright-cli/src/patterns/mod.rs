//! `tablewright patterns`: the patterns of a target, their steps in the `--gen-dag-isel` table, and patterns that are
//! never selected.

mod at;
mod details;
mod dot;
mod explain_log;
mod global_isel;
mod lists;
mod missing;
mod report;
mod rows;
mod rules;
mod select;
mod selected;
mod stats;
mod table_position;
mod target;
mod text;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_inspect::encoding::DecoderSetup;
use tablewright_llvm::selector::SelectorOptions;
use tablewright_machine::MachineOptions;
use tablewright_session::read_limited;
use tablewright_session::text_path;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::byte_escape::escape;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::limits::read_file;
use crate::machine;
use crate::messages::Style;
use crate::report::ReportForm;
use crate::terminal::{eprint, reason};
use details::DetailedRow;
use report::PatternReport;
use rows::PatternRowList;
use select::PatternSelection;
use selected::{SelectArguments, SelectInput};
use target::{MatcherTarget, PatternsTarget};

pub(crate) const NAME: &str = "patterns";

const DOT: &str = "dot";
const INSTR: &str = "instr";
const NODE: &str = "node";
const PATTERN: &str = "pattern";
const STEPS: &str = "steps";
const FULL: &str = "full";
const SKIPPED: &str = "skipped";
const SHADOWED: &str = "shadowed";
const MISSING: &str = "missing";
const AT: &str = "at";
const EXPLAIN_LOG: &str = "explain-log";
const STATS: &str = "stats";
const COVERAGE: &str = "instrument-coverage";
const GLOBAL_ISEL: &str = "global-isel";
const SELECT: &str = "select";
const TRACE: &str = "trace";
const HW_MODE: &str = "hwmode";
const NO_ASSUMPTIONS: &str = "no-assumptions";

/// Maximum number of patterns described in detail by default. More patterns are listed, a line each.
const DETAILED: usize = 12;

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show instruction selection patterns, their types and their matcher tables")
        .after_help(
            "Without --instr, --node, --pattern and the options for tables, all patterns are listed. NAME for\n\
             --pattern is a record. PLACE is FILE:LINE, or a line in the input, of a pattern or of a defm that\n\
             defines it.\n\
             \n\
             Example:\n\
             \x20   tablewright patterns llvm/lib/Target/RISCV/RISCV.td --instr ADDI --steps",
        )
        .arg(texts(INSTR, "NAME", "Show patterns that create this instruction"))
        .arg(texts(
            NODE,
            "NAME",
            "Show patterns with this node, fragment, intrinsic or complex pattern",
        ))
        .arg(texts(PATTERN, "NAME|PLACE", "Show the pattern with this record name or location"))
        .arg(flag(STEPS, "Show each step of type inference"))
        .arg(flag(SKIPPED, "Show skipped patterns with the reasons"))
        .arg(flag(SHADOWED, "Show patterns that are never selected, because an earlier pattern always matches"))
        .arg(flag(
            MISSING,
            "List operations, load extensions and condition codes without a pattern, as C++ that declares them",
        ))
        .arg(
            Arg::new(AT)
                .long(AT)
                .value_name("INDEX")
                .action(ArgAction::Append)
                .value_parser(ValueParser::from(clap::value_parser!(u32)))
                .help("Show the matcher table entry at this index"),
        )
        .arg(
            Arg::new(EXPLAIN_LOG).long(EXPLAIN_LOG).value_name("LOG").help(
                "Explain a log of llc -debug-only=isel: add the matcher table entry at each index",
            ),
        )
        .arg(flag(STATS, "Count the bytes of the matcher table by opcode, condition, predicate and step"))
        .arg(
            Arg::new(SELECT)
                .long(SELECT)
                .value_name("DAG|FILE.ll")
                .help("Select instructions for trees such as (set i32:$d, (add i32:$a, 5)), or functions of LLVM IR"),
        )
        .group(ArgGroup::new("what").args([SKIPPED, SHADOWED, MISSING, AT, EXPLAIN_LOG, STATS, SELECT]))
        .arg(flag(TRACE, "Show the patterns that --select tries, with the reasons for failures").requires(SELECT))
        .args(machine::processor_args().map(|arg| arg.requires(SELECT)))
        .arg(
            Arg::new(HW_MODE)
                .long(HW_MODE)
                .value_name("NAME")
                .requires(SELECT)
                .help("Select for this hardware mode [default: the mode of the features]"),
        )
        .arg(
            flag(NO_ASSUMPTIONS, "Assume nothing about C++ functions in patterns")
                .requires(SELECT),
        )
        .arg(flag(COVERAGE, "Use the matcher table for --instrument-coverage"))
        .arg(flag(
            GLOBAL_ISEL,
            "Show the rules for --gen-global-isel, or the reasons for skipped patterns; --select uses the rules",
        ))
        .arg(flag(FULL, "Do not shorten long lists"))
        .args(ReportForm::args_and(DOT, "Output format; jsonl prints an object per line, dot a graph for Graphviz"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let report = if args.get_flag(SKIPPED) {
        PatternsReport::Skipped
    } else if args.get_flag(SHADOWED) {
        PatternsReport::Shadowed
    } else if args.get_flag(MISSING) {
        PatternsReport::Missing
    } else if args.get_flag(STATS) {
        PatternsReport::Stats
    } else if let Some(input) = args.get_one::<String>(SELECT) {
        match select_arguments(args, input) {
            Ok(arguments) => PatternsReport::Select(arguments),
            Err(error) => return unreadable(called_as, args, input, &error),
        }
    } else if args.contains_id(AT) {
        PatternsReport::At(args.get_many::<u32>(AT).unwrap_or_default().copied().collect())
    } else if let Some(path) = args.get_one::<String>(EXPLAIN_LOG) {
        match read_log(path) {
            Ok(log) => PatternsReport::Log(log),
            Err(error) => return unreadable(called_as, args, path, &error),
        }
    } else {
        PatternsReport::Patterns
    };
    let form = (!inspect::has_form(args, DOT)).then(|| ReportForm::from_args(args));
    let command = PatternsCommand {
        asked: report,
        form,
        selection: PatternSelection {
            instructions: all(args, INSTR),
            nodes: all(args, NODE),
            patterns: all(args, PATTERN),
        },
        has_steps: args.get_flag(STEPS),
        is_full: args.get_flag(FULL),
        has_coverage: args.get_flag(COVERAGE),
        is_global_isel: args.get_flag(GLOBAL_ISEL),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Reports an unreadable file.
fn unreadable(called_as: &str, args: &ArgMatches, path: &str, error: &io::Error) -> ExitCode {
    let text = format!("{called_as}: cannot read {path}: {}\n", reason(error));
    let style = Style::new(inspect::messages_format(args), inspect::color(args));
    eprint(style.error(Code::FileAccess, called_as, &text));
    ExitCode::FAILURE
}

/// Returns the arguments of `--select`. An input with the suffix of LLVM IR is a file.
fn select_arguments(args: &ArgMatches, input: &str) -> io::Result<SelectArguments> {
    let MachineOptions { processor, features, .. } = machine::options(args);
    let is_file = Path::new(input).extension().is_some_and(|suffix| suffix == "ll");
    Ok(SelectArguments {
        input: if is_file {
            let text = read_file(&text_path(input)).map(escape)?;
            SelectInput::Functions { file: input.to_owned(), text }
        } else {
            SelectInput::Trees(input.to_owned())
        },
        setup: DecoderSetup { tables: Vec::new(), processor, features },
        hw_mode: args.get_one::<String>(HW_MODE).cloned(),
        options: SelectorOptions {
            refuses_assumptions: args.get_flag(NO_ASSUMPTIONS),
            has_trace: args.get_flag(TRACE),
        },
    })
}

/// Returns a command that shows the patterns resulting in an instruction, or another record's pattern.
pub(crate) fn for_record(name: &str, is_instruction: bool) -> impl DescriptionCommand + use<> {
    let (mut instructions, mut patterns) = (Vec::new(), Vec::new());
    let names = if is_instruction { &mut instructions } else { &mut patterns };
    names.push(name.to_owned());
    PatternsCommand {
        asked: PatternsReport::Patterns,
        form: Some(ReportForm::Text),
        selection: PatternSelection { instructions, nodes: Vec::new(), patterns },
        has_steps: false,
        is_full: false,
        has_coverage: false,
        is_global_isel: false,
    }
}

/// Reads a log. Names in it may not be valid UTF-8.
fn read_log(path: &str) -> io::Result<String> {
    if path == "-" {
        return read_limited(io::stdin().lock()).map(escape);
    }
    read_file(&text_path(path)).map(escape)
}

/// The requested report.
enum PatternsReport {
    Patterns,
    Skipped,
    Shadowed,
    Missing,
    Stats,
    At(Vec<u32>),
    /// Text of a log.
    Log(String),
    Select(SelectArguments),
}

/// Command line options.
struct PatternsCommand {
    asked: PatternsReport,
    /// Output form. `None` for a Graphviz graph.
    form: Option<ReportForm>,
    selection: PatternSelection,
    /// Whether type inference steps are shown.
    has_steps: bool,
    /// Whether long lists are shown in full.
    is_full: bool,
    /// Whether the table has the steps for `--instrument-coverage`.
    has_coverage: bool,
    /// Whether the report is about the `--gen-global-isel` table.
    is_global_isel: bool,
}

impl DescriptionCommand for PatternsCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        self.check_options()?;
        if self.is_global_isel {
            let target = PatternsTarget::by_mode(subject)?;
            if let PatternsReport::Select(arguments) = &self.asked {
                let form = self.form.unwrap_or_default();
                return selected::selected_with_rules(subject, &target, arguments, form);
            }
            let selected = self.selection.records(&target)?;
            let (asked, form, is_full) = (&self.asked, self.form, self.is_full);
            let question = global_isel::TableQuery { asked, selected, form, is_full };
            return global_isel::answer(subject, &target, &question);
        }
        let target = MatcherTarget::new(subject, self.has_coverage)?;
        let selected = self.selection.records(&target)?;
        match &self.asked {
            PatternsReport::Patterns => match selected {
                Some(records) if self.is_detailed(records.len()) => {
                    let reports = PatternReport::for_records(subject, &target, &records)?;
                    let details = |report| DetailedRow::new(&target, report, self.has_steps);
                    Ok(match self.form {
                        Some(ReportForm::Text) => text::patterns(&target, &reports, self.has_steps),
                        Some(form) => {
                            PatternRowList::print(&target, reports.iter().map(details), form)
                        }
                        None => dot::patterns(&reports),
                    })
                }
                records => Ok(lists::patterns(&target, records, self.form, subject.width)),
            },
            PatternsReport::Skipped => lists::skipped(subject, &target, selected, self.form),
            PatternsReport::Shadowed => lists::shadowed(subject, &target, selected, self.form),
            PatternsReport::Missing => missing::missing(subject, &target, self.form),
            PatternsReport::Stats => Ok(stats::stats(&target, self.form, self.is_full)),
            PatternsReport::At(offsets) => at::at(&target, offsets, self.form, self.is_full),
            PatternsReport::Select(arguments) => {
                let form = self.form.unwrap_or_default();
                selected::selected(subject, &target, arguments, form)
            }
            PatternsReport::Log(log) => {
                Ok(explain_log::explain(&target, log, self.form, self.is_full))
            }
        }
    }
}

impl PatternsCommand {
    /// Whether `count` patterns are described in detail.
    fn is_detailed(&self, count: usize) -> bool {
        self.is_full || self.form != Some(ReportForm::Text) || count <= DETAILED
    }

    fn check_options(&self) -> Result<(), Diagnostic> {
        let conflict =
            |message: &str| Err(Diagnostic::error_anywhere(Code::OptionsConflict, message));
        let has_selection = !self.selection.is_empty();
        if self.is_global_isel {
            let is_other = matches!(
                self.asked,
                PatternsReport::Stats
                    | PatternsReport::Shadowed
                    | PatternsReport::Missing
                    | PatternsReport::Log(_)
            );
            if is_other || self.has_steps || self.has_coverage || self.form.is_none() {
                return conflict(
                    "--global-isel does not go with --stats, --shadowed, --missing, --explain-log, --steps, \
                     --instrument-coverage and --format dot",
                );
            }
        }
        match self.asked {
            PatternsReport::Stats
            | PatternsReport::Missing
            | PatternsReport::At(_)
            | PatternsReport::Log(_)
            | PatternsReport::Select(_)
                if has_selection =>
            {
                conflict(
                    "--instr, --node and --pattern do not go with --at, --explain-log, --missing, --select and \
                 --stats, which are about the whole target",
                )
            }
            PatternsReport::Stats
            | PatternsReport::Missing
            | PatternsReport::Skipped
            | PatternsReport::Log(_)
            | PatternsReport::Select(_)
                if self.form.is_none() =>
            {
                conflict(
                    "--format dot does not go with --skipped, --missing, --explain-log, --select and --stats",
                )
            }
            PatternsReport::Patterns if self.form.is_none() && !has_selection => {
                conflict("--format dot needs --instr, --node or --pattern")
            }
            PatternsReport::Patterns => Ok(()),
            _ if self.has_steps => conflict("--steps needs --instr, --node or --pattern"),
            PatternsReport::Skipped
            | PatternsReport::Shadowed
            | PatternsReport::Missing
            | PatternsReport::Stats
            | PatternsReport::At(_)
            | PatternsReport::Log(_)
            | PatternsReport::Select(_) => Ok(()),
        }
    }
}
