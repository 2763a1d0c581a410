//! The options in the drop-in modes: general options, which are listed here, and backend options from the registry.

use tablewright_backend::{Backend, BackendOption, OptionGroup};
use tablewright_records::Release;

use crate::cache_settings;
use crate::limits;
use crate::messages;
use crate::release;
use crate::tool::Tool;

/// The option that names the program to verify with.
pub const VERIFY_WITH: &str = "verify-with";

/// A general option and the kind of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum General {
    /// Prints a text instead of a run. The option takes a name only, without a value.
    Print(PrintedText),
    /// It takes a truth value, only after `=`; none means true.
    Flag(Flag),
    /// It takes a text, after `=` or as the next argument.
    Text {
        /// The option.
        option: Text,
        /// Placeholder that `--help` shows between angle brackets.
        placeholder: &'static str,
        /// Whether the text may also follow the name directly: `-Idir`.
        attached: bool,
    },
}

/// A text to print instead of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintedText {
    /// List of options.
    Help {
        /// Whether options that are hidden are in it.
        hidden: bool,
        /// Whether the list is sorted by name instead of in groups.
        sorted: bool,
    },
    /// Program version.
    Version,
}

/// The options that are true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// `--color`: messages are coloured.
    Color,
    /// `--no-warn-on-unused-template-args`.
    NoWarnOnUnusedTemplateArgs,
    /// `--time-phases`: how long reading and writing took is printed.
    TimePhases,
    /// `--write-if-changed`: an output that would stay the same is left alone.
    WriteIfChanged,
    /// Of `batch`: no summary.
    Quiet,
    /// Accepted so that command lines that have it go on working.
    Ignored,
}

/// The options that take a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// `-D`: a macro for `#ifdef`.
    Macro,
    /// Directory for the output cache.
    Cache,
    /// `-I`: a directory for included files.
    IncludeDir,
    /// `-d`: file that lists the input files.
    Depfile,
    /// `--diagnostic-format`: how messages are written.
    DiagnosticFormat,
    /// `-o`: the output.
    Output,
    /// `--release`: LLVM release.
    Release,
    /// Process limits, read before all other options.
    MaxSteps,
    /// `--max-memory`: the most memory that the process may use.
    MaxMemory,
    /// `--no-file-access-outside`: the only directories whose files may be accessed.
    FileAccess,
    /// Program to run beside this program; read before all other options.
    VerifyWith,
    /// `batch` only: program that defines the actions.
    Tool,
    /// Of `batch`: how many threads there are.
    Jobs,
    /// Of `batch`: the file that lists the jobs.
    JobsFile,
    /// Accepted so that command lines that have it go on working.
    Ignored,
}

/// A general option.
#[derive(Debug)]
pub struct GeneralOption {
    /// The name, without dashes.
    pub name: &'static str,
    /// The option and the kind of its value.
    pub general: General,
    /// Section in `--help`.
    pub group: Group,
    /// Whether `--help` omits the option.
    pub hidden: bool,
    /// Help line, without a full stop.
    pub help: &'static str,
}

/// Section of `--help` for an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Options for colours.
    Color,
    /// Options for runs.
    General,
    /// Options that print help or the version.
    Generic,
}

impl Group {
    /// All groups, in the order used by `--help`.
    pub const ALL: [Group; 3] = [Group::Color, Group::General, Group::Generic];

    /// The heading in `--help`, without a colon.
    pub fn heading(self) -> &'static str {
        match self {
            Group::Color => "Color Options",
            Group::General => "General options",
            Group::Generic => "Generic Options",
        }
    }
}

const fn text(
    name: &'static str,
    option: Text,
    placeholder: &'static str,
    help: &'static str,
) -> GeneralOption {
    let general = General::Text { option, placeholder, attached: false };
    GeneralOption { name, general, group: Group::General, hidden: false, help }
}

const fn attached(
    name: &'static str,
    option: Text,
    placeholder: &'static str,
    help: &'static str,
) -> GeneralOption {
    let general = General::Text { option, placeholder, attached: true };
    GeneralOption { name, general, group: Group::General, hidden: false, help }
}

const fn flag(name: &'static str, flag: Flag, help: &'static str) -> GeneralOption {
    let general = General::Flag(flag);
    GeneralOption { name, general, group: Group::General, hidden: false, help }
}

const fn generic(
    name: &'static str,
    printed: PrintedText,
    hidden: bool,
    help: &'static str,
) -> GeneralOption {
    let general = General::Print(printed);
    GeneralOption { name, general, group: Group::Generic, hidden, help }
}

const fn ignored(name: &'static str, general: General) -> GeneralOption {
    let help = "Accepted; without effect here";
    GeneralOption { name, general, group: Group::General, hidden: true, help }
}

const fn ignored_flag(name: &'static str) -> GeneralOption {
    ignored(name, General::Flag(Flag::Ignored))
}

const fn ignored_text(name: &'static str, placeholder: &'static str) -> GeneralOption {
    ignored(name, General::Text { option: Text::Ignored, placeholder, attached: false })
}

/// General options in byte order. Only `o` is placed differently: it is the suggestion for a word that is similar to
/// no other option.
#[rustfmt::skip]
pub static GENERAL: [GeneralOption; 36] = [
    text("o", Text::Output, "filename", "File to write; standard output without it"),
    attached("D", Text::Macro, "macro name", "Macro to define for the preprocessor"),
    attached("I", Text::IncludeDir, "directory", "Directory to search for included files"),
    text(cache_settings::OPTION, Text::Cache, "directory", "Keep outputs here, and copy them where a run would write the same ones"),
    GeneralOption {
        name: "color", general: General::Flag(Flag::Color), group: Group::Color, hidden: false,
        help: "Colour messages (by default on a terminal)",
    },
    ignored_text("crash-diagnostics-dir", "directory"),
    text("d", Text::Depfile, "filename", "File to list the included files in, for build tools"),
    ignored_text("debug-counter", "string"),
    ignored_flag("debug-counter-break-on-last"),
    text(messages::OPTION, Text::DiagnosticFormat, "format", "How messages are written: compatible, rich or json"),
    ignored_flag("disable-symbolication"),
    generic("h", PrintedText::Help { hidden: false, sorted: false }, true, "The same as --help"),
    generic("help", PrintedText::Help { hidden: false, sorted: false }, false, "List the options (--help-hidden lists more)"),
    generic("help-hidden", PrintedText::Help { hidden: true, sorted: false }, true, "List all options"),
    generic("help-list", PrintedText::Help { hidden: false, sorted: true }, false, "List the options by name (--help-list-hidden lists more)"),
    generic("help-list-hidden", PrintedText::Help { hidden: true, sorted: true }, true, "List all options by name"),
    ignored_text("info-output-file", "filename"),
    ignored_flag("long-string-literals"),
    text(limits::MAX_MEMORY, Text::MaxMemory, "size", "Stop where more memory is needed, such as 512M or 4G"),
    text(limits::MAX_STEPS, Text::MaxSteps, "number", "Stop where evaluation takes more steps"),
    text(limits::FILE_ACCESS, Text::FileAccess, "directory", "Read and write no file outside of this directory"),
    flag("no-warn-on-unused-template-args", Flag::NoWarnOnUnusedTemplateArgs, "Do not warn of template arguments that are never used"),
    ignored_flag("print-all-options"),
    ignored_flag("print-debug-counter"),
    ignored_flag("print-debug-counter-queries"),
    ignored_flag("print-options"),
    text(release::OPTION, Text::Release, "version", "Release of LLVM whose input and output these are; without it that of TABLEWRIGHT_RELEASE, of the tree, else detected"),
    ignored_text("rng-seed", "seed"),
    ignored_flag("sort-timers"),
    ignored_flag("stats"),
    ignored_flag("stats-json"),
    flag("time-phases", Flag::TimePhases, "Show how long reading and writing took"),
    ignored_flag("track-memory"),
    flag("write-if-changed", Flag::WriteIfChanged, "Leave an output file alone that would not change"),
    text(VERIFY_WITH, Text::VerifyWith, "program", "Run this program too, keep what it writes, and report where ours differs"),
    generic("version", PrintedText::Version, false, "Show which version this is; with --verbose also the release of LLVM, and why"),
];

/// Additional options for `batch`.
#[rustfmt::skip]
pub static BATCH: [GeneralOption; 5] = [
    attached("j", Text::Jobs, "number", "The same as --jobs"),
    text("jobs", Text::Jobs, "number", "How many threads there are; one per processor without it"),
    text("jobs-file", Text::JobsFile, "filename", "File that lists the jobs"),
    flag("quiet", Flag::Quiet, "No progress and no summary"),
    text("tool", Text::Tool, "name", "Which program's actions are run"),
];

/// The meaning of an option name.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// A general option.
    General(&'static GeneralOption),
    /// An action.
    Action(&'static Backend),
    /// A backend option.
    Backend(&'static BackendOption),
}

/// The options for a tool.
pub struct OptionTable<'t> {
    /// The tool.
    pub tool: &'t dyn Tool,
    /// General options besides [`GENERAL`].
    more: &'static [GeneralOption],
    /// Backends in the release, in the order used by `--help`.
    pub backends: Vec<&'static Backend>,
    /// Release named by the user. `None` selects the options of all releases.
    pub release: Option<Release>,
}

impl<'t> OptionTable<'t> {
    /// Builds the option table for `tool` in a release.
    pub fn new(tool: &'t dyn Tool, release: Option<Release>) -> OptionTable<'t> {
        OptionTable { tool, more: &[], backends: tool.backends(release), release }
    }

    /// Builds the option table for `batch` with the actions of `tool`.
    pub fn for_batch(tool: &'t dyn Tool, release: Option<Release>) -> OptionTable<'t> {
        OptionTable { more: &BATCH, ..OptionTable::new(tool, release) }
    }

    /// Iterates over the general options.
    ///
    /// Programs that do not replace an LLVM program have no options about the replaced program, or about data kept
    /// between runs.
    pub fn general(&self) -> impl Iterator<Item = &'static GeneralOption> {
        let is_replacement = self.tool.is_replacement();
        let is_offered = move |option: &&'static GeneralOption| {
            is_replacement || ![VERIFY_WITH, cache_settings::OPTION].contains(&option.name)
        };
        GENERAL.iter().chain(self.more).filter(is_offered)
    }

    /// Finds the option with `name`, written without dashes.
    pub fn find(&self, name: &str) -> Option<Meaning> {
        let general = self.general().find(|o| o.name == name).map(Meaning::General);
        let action = || self.action(name).map(Meaning::Action);
        let backend = || {
            let mut options = self.groups().flat_map(|group| self.options_in(group));
            options.find(|o| o.name == name).map(Meaning::Backend)
        };
        general.or_else(action).or_else(backend)
    }

    /// The backend called `name`.
    pub fn action(&self, name: &str) -> Option<&'static Backend> {
        self.backends.iter().copied().find(|b| b.name == name)
    }

    /// Iterates over the option groups for backends and for the record check before them.
    pub fn groups(&self) -> impl Iterator<Item = &'static OptionGroup> + use<'_, 't> {
        let of_check = self.tool.record_check().map(|check| check.options);
        self.backends.iter().flat_map(|b| b.options).chain(of_check)
    }

    /// Iterates over a group's options in the release.
    pub fn options_in(
        &self,
        group: &'static OptionGroup,
    ) -> impl Iterator<Item = &'static BackendOption> {
        group.options.iter().filter(|option| self.tool.has_option(self.release, option.name))
    }

    /// Iterates over all names, general options first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.general()
            .map(|o| o.name)
            .chain(self.backends.iter().map(|b| b.name))
            .chain(self.groups().flat_map(|group| self.options_in(group)).map(|o| o.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tool::TestTool;

    #[test]
    fn no_name_is_given_twice() {
        let mut names: Vec<&str> = OptionTable::for_batch(&TestTool, None).names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
