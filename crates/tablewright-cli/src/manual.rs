//! Help texts not printed by clap, for the man pages in packages.

use crate::batch;
use crate::help;
use crate::mode::CalledProgram;
use crate::option_table::OptionTable;

/// The help for a command whose options clap does not parse.
pub struct HelpText {
    /// Name of the man page.
    pub page: String,
    /// The command: the first argument of `tablewright`.
    pub command: &'static str,
    /// Purpose of the command, in a few words.
    pub about: String,
    /// Output of the command's `--help`.
    pub text: String,
}

/// Returns the help for `batch` and the drop-in programs, with all options.
pub fn help_texts() -> Vec<HelpText> {
    let batch = HelpText {
        page: format!("tablewright-{}", batch::NAME),
        command: batch::NAME,
        about: "write any number of files, reading each input once".to_owned(),
        text: batch::HELP.to_owned(),
    };
    let drop_in = |tool: CalledProgram| HelpText {
        page: tool.name().to_owned(),
        command: tool.name(),
        about: format!("Tablewright in place of {}", tool.name()),
        text: help::text(&OptionTable::new(&tool, None), tool.name(), true, false),
    };
    std::iter::once(batch).chain(CalledProgram::ALL.map(drop_in)).collect()
}
