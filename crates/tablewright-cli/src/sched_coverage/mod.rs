//! `tablewright sched-coverage`: the instructions that each processor's scheduling model covers.

mod report;
mod select;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::report::ReportForm;
use report::{CoverageSummaryReport, InstructionsReport};
use select::ModelSelection;

pub(crate) const NAME: &str = "sched-coverage";

const SUMMARY: &str = "summary";
const ALL: &str = "all";
const UNMODELLED: &str = "unmodelled";
const CPU: &str = "cpu";
const MODEL: &str = "model";
const INSTRUCTION: &str = "instruction";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show the instructions that each CPU's scheduling model covers")
        .after_help(
            "Without --cpu, --model, --instruction, --unmodelled and --all, the text is the summary. Kinds of\n\
             coverage:\n\
             \x20   modelled      the model has data for each operand\n\
             \x20   variant       the data depends on the particular instruction\n\
             \x20   itinerary     the model has only the pipeline stages\n\
             \x20   unsupported   the CPU lacks the instruction\n\
             \x20   unmodelled    the model has no data\n\
             \x20   unscheduled   the instruction is never scheduled and needs no data\n\
             \n\
             Example:\n\
             \x20   tablewright sched-coverage llvm/lib/Target/RISCV/RISCV.td --cpu sifive-u74 --unmodelled",
        )
        .arg(texts(CPU, "NAME", "Only the scheduling model of this CPU"))
        .arg(texts(MODEL, "NAME", "Only this scheduling model"))
        .arg(texts(INSTRUCTION, "REGEX", "Only instructions with a name that starts with a match"))
        .arg(flag(UNMODELLED, "Only instructions without model data"))
        .arg(flag(ALL, "All instructions, including instructions that are never scheduled"))
        .arg(flag(SUMMARY, "Count the instructions by coverage, for each CPU"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = CoverageCommand {
        form: ReportForm::from_args(args),
        as_summary: args.get_flag(SUMMARY),
        selection: ModelSelection {
            cpus: all(args, CPU),
            models: all(args, MODEL),
            instructions: all(args, INSTRUCTION),
            unmodelled_only: args.get_flag(UNMODELLED),
            all: args.get_flag(ALL),
        },
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct CoverageCommand {
    form: ReportForm,
    /// Whether only instruction counts by coverage are shown.
    as_summary: bool,
    selection: ModelSelection,
}

impl DescriptionCommand for CoverageCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let models = self.selection.collect(subject)?;
        let as_summary =
            self.as_summary || self.form == ReportForm::Text && self.selection.is_everything();
        if !as_summary && models.iter().all(|shown| shown.instructions.is_empty()) {
            let message = "no instruction is selected";
            subject.diagnostics.push(Diagnostic::new(Severity::Note, None, message));
        }
        let (store, sched, width) = (subject.store, subject.analysis()?, subject.width);
        Ok(if as_summary {
            self.form.print(&CoverageSummaryReport::new(sched, &models), width)
        } else {
            self.form.print(&InstructionsReport::new(store, sched, &models), width)
        })
    }
}
