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
    /// An option that prints a text instead of running an action. It has no value.
    Print(PrintedText),
    /// A flag, with an optional truth value after `=`. The default is true.
    Flag(Flag),
    /// An option with a text, after `=` or as the next argument.
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
        /// Whether hidden options are included.
        hidden: bool,
        /// Whether the list is sorted by name instead of in groups.
        sorted: bool,
    },
    /// Program version.
    Version,
}

/// Options that are true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// `--color`: prints messages in colour.
    Color,
    /// `--no-warn-on-unused-template-args`.
    NoWarnOnUnusedTemplateArgs,
    /// `--time-phases`: prints the time for reading and writing.
    TimePhases,
    /// `--write-if-changed`: does not rewrite an unchanged output file.
    WriteIfChanged,
    /// `--quiet` (`batch` only): prints no progress and no summary.
    Quiet,
    /// Accepted for compatibility, without effect.
    Ignored,
}

/// Options with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// `-D`: a macro for `#ifdef`.
    Macro,
    /// `--cache`: directory for the output cache.
    Cache,
    /// `-I`: a directory for included files.
    IncludeDir,
    /// `-d`: file that lists the included files, for build tools.
    Depfile,
    /// `--diagnostic-format`: message format.
    DiagnosticFormat,
    /// `-o`: output file.
    Output,
    /// `--release`: LLVM release.
    Release,
    /// `--max-steps`: maximum number of evaluation steps. Process limits are read before all other options.
    MaxSteps,
    /// `--max-memory`: maximum memory for the process.
    MaxMemory,
    /// `--no-file-access-outside`: directory that contains all accessible files.
    FileAccess,
    /// `--verify-with`: program to run in addition to this program. Read before all other options.
    VerifyWith,
    /// `--tool` (`batch` only): program that defines the actions.
    Tool,
    /// `--jobs` (`batch` only): number of threads.
    Jobs,
    /// `--jobs-file` (`batch` only): file that lists the jobs.
    JobsFile,
    /// Accepted for compatibility, without effect.
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

    /// Returns the heading in `--help`, without a colon.
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
    let help = "Accepted and ignored";
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
    text("o", Text::Output, "filename", "Output file [default: standard output]"),
    attached("D", Text::Macro, "macro name", "Define this macro for the preprocessor"),
    attached("I", Text::IncludeDir, "directory", "Search this directory for included files"),
    text(cache_settings::OPTION, Text::Cache, "directory", "Cache outputs in this directory, and copy the output of an earlier equal run"),
    GeneralOption {
        name: "color", general: General::Flag(Flag::Color), group: Group::Color, hidden: false,
        help: "Colour messages [default: on a terminal only]",
    },
    ignored_text("crash-diagnostics-dir", "directory"),
    text("d", Text::Depfile, "filename", "Write a make rule with the included files to this file"),
    ignored_text("debug-counter", "string"),
    ignored_flag("debug-counter-break-on-last"),
    text(messages::OPTION, Text::DiagnosticFormat, "format", "Message format: compatible, rich or json [default: compatible]"),
    ignored_flag("disable-symbolication"),
    generic("h", PrintedText::Help { hidden: false, sorted: false }, true, "Same as --help"),
    generic("help", PrintedText::Help { hidden: false, sorted: false }, false, "List the options (--help-hidden lists more)"),
    generic("help-hidden", PrintedText::Help { hidden: true, sorted: false }, true, "List all options"),
    generic("help-list", PrintedText::Help { hidden: false, sorted: true }, false, "List the options by name (--help-list-hidden lists more)"),
    generic("help-list-hidden", PrintedText::Help { hidden: true, sorted: true }, true, "List all options by name"),
    ignored_text("info-output-file", "filename"),
    ignored_flag("long-string-literals"),
    text(limits::MAX_MEMORY, Text::MaxMemory, "size", "Stop with an error if the process needs more memory, for example 512M or 4G"),
    text(limits::MAX_STEPS, Text::MaxSteps, "number", "Stop with an error after this many evaluation steps"),
    text(limits::FILE_ACCESS, Text::FileAccess, "directory", "Read and write files only inside this directory; may be repeated"),
    flag("no-warn-on-unused-template-args", Flag::NoWarnOnUnusedTemplateArgs, "Do not warn about unused template arguments"),
    ignored_flag("print-all-options"),
    ignored_flag("print-debug-counter"),
    ignored_flag("print-debug-counter-queries"),
    ignored_flag("print-options"),
    text(release::OPTION, Text::Release, "version", "LLVM release of input and output, for example 23 [default: from TABLEWRIGHT_RELEASE, else the source tree, else detected]"),
    ignored_text("rng-seed", "seed"),
    ignored_flag("sort-timers"),
    ignored_flag("stats"),
    ignored_flag("stats-json"),
    flag("time-phases", Flag::TimePhases, "Print the time for reading and writing"),
    ignored_flag("track-memory"),
    flag("write-if-changed", Flag::WriteIfChanged, "Do not touch an output file if its contents stay the same"),
    text(VERIFY_WITH, Text::VerifyWith, "program", "Run this program too, keep its output, and report differences"),
    generic("version", PrintedText::Version, false, "Print the version; with --verbose, also the LLVM release and the reason for it"),
];

/// Additional options for `batch`.
#[rustfmt::skip]
pub static BATCH: [GeneralOption; 5] = [
    attached("j", Text::Jobs, "number", "Same as --jobs"),
    text("jobs", Text::Jobs, "number", "Number of threads [default: one per processor]"),
    text("jobs-file", Text::JobsFile, "filename", "JSON file with the jobs; - reads standard input"),
    flag("quiet", Flag::Quiet, "Do not print progress and summary"),
    text("tool", Text::Tool, "name", "Program with the actions: llvm, clang, mlir, lldb, offload or irdl [default: llvm]"),
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

    /// Returns the backend named `name`.
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
