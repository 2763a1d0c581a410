//! `tablewright registers`: a target's register file, as trees of sub-registers and classes.

mod detail;
mod dot;
mod names;
mod overview;
mod register_file;
mod report;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Command};
use tablewright_backend::Failure;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::report::ReportForm;
use register_file::ReportedRegisterFile;
use report::RegistersReport;

pub(crate) const NAME: &str = "registers";

const DOT: &str = "dot";
const FULL: &str = "full";
const REGISTER: &str = "register";
const CLASS: &str = "class";
const ONLY: &str = "only";

/// Output sections for a whole target.
const PARTS: [&str; 3] = ["registers", "indices", "classes"];

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show a target's registers and register classes as trees")
        .after_help(
            "Registers with the same sub-register indices share an entry, which shows the tree of the first\n\
             register. A register class is below the class that contains it. A * marks inferred data, which the\n\
             description does not contain.\n\
             \n\
             Example:\n\
             \x20   tablewright registers llvm/lib/Target/X86/X86.td --register EAX",
        )
        .arg(texts(REGISTER, "NAME", "Show all facts about this register"))
        .arg(texts(CLASS, "NAME", "Show all facts about this register class"))
        .arg(
            texts(ONLY, "PART", "Show only this part of the register file")
                .value_parser(PossibleValuesParser::new(PARTS)),
        )
        .arg(flag(FULL, "Do not shorten long lists of names"))
        .args(ReportForm::args_and(DOT, "Output format; jsonl prints an object per line, dot a graph for Graphviz"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let command = RegistersCommand {
        form: (!inspect::has_form(args, DOT)).then(|| ReportForm::from_args(args)),
        is_full: args.get_flag(FULL),
        registers: all(args, REGISTER),
        classes: all(args, CLASS),
        parts: ShownParts::from_names(&all(args, ONLY)),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// The output sections, each shown or not.
#[derive(Clone, Copy)]
struct ShownParts {
    registers: bool,
    indices: bool,
    classes: bool,
}

impl ShownParts {
    fn from_names(only: &[String]) -> ShownParts {
        let is_shown = |part: &str| only.is_empty() || only.iter().any(|name| name == part);
        let [registers, indices, classes] = PARTS.map(is_shown);
        ShownParts { registers, indices, classes }
    }
}

/// Command line options.
struct RegistersCommand {
    /// Report form. `None` for a Graphviz graph.
    form: Option<ReportForm>,
    /// Whether name lists are shown in full.
    is_full: bool,
    /// Names of registers and classes. Without names, the whole register file is shown.
    registers: Vec<String>,
    classes: Vec<String>,
    parts: ShownParts,
}

impl DescriptionCommand for RegistersCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let file = ReportedRegisterFile::new(subject, self.is_full)?;
        let registers = file.find_registers(&self.registers)?;
        let classes = file.find_classes(&self.classes)?;
        let is_whole = registers.is_empty() && classes.is_empty();
        Ok(match (self.form, is_whole) {
            (Some(ReportForm::Text), true) => overview::text(&file, self.parts),
            (Some(ReportForm::Text), false) => detail::text(&file, &registers, &classes)?,
            (Some(form), _) => {
                form.print(&RegistersReport::new(self, subject, &file)?, subject.width)
            }
            (None, true) => dot::whole(&file, self.parts),
            (None, false) => dot::around(&file, &registers, &classes),
        })
    }
}
