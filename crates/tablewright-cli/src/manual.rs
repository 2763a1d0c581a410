//! The help texts that are not clap's, for the man pages of packages.

use crate::batch;
use crate::help;
use crate::mode::Tool;
use crate::option_table::OptionTable;

/// The help of a command whose options clap does not read.
pub struct HelpText {
    /// The name of the man page.
    pub page: String,
    /// The command: the first argument of `tablewright`.
    pub command: &'static str,
    /// What the command is for, in a few words.
    pub about: String,
    /// What its `--help` prints.
    pub text: String,
}

/// The help of `batch` and of the drop-in programs, all options included.
pub fn help_texts() -> Vec<HelpText> {
    let batch = HelpText {
        page: format!("tablewright-{}", batch::NAME),
        command: batch::NAME,
        about: "write any number of files, reading each input once".to_owned(),
        text: batch::HELP.to_owned(),
    };
    let drop_in = |tool: Tool| HelpText {
        page: tool.name().to_owned(),
        command: tool.name(),
        about: format!("Tablewright in place of {}", tool.name()),
        text: help::text(&OptionTable::of(&tool, None), tool.name(), true, false),
    };
    std::iter::once(batch).chain(Tool::ALL.map(drop_in)).collect()
}
