//! The options of the drop-in modes: those of any run are listed here, those of backends come from
//! the registry.

use tablewright::backends::{self, Backend, BackendOption, OptionGroup};

use crate::mode::Tool;

/// What an option of any run is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum General {
    Macro,
    IncludeDir,
    Depfile,
    Output,
    Color,
    NoWarnOnUnusedTemplateArgs,
    TimePhases,
    WriteIfChanged,
    Help {
        hidden: bool,
        sorted: bool,
    },
    Version,
    /// Of `batch`: which program's actions are run.
    Tool,
    /// Of `batch`: how many threads there are.
    Jobs,
    /// Of `batch`: the file that lists the jobs.
    JobsFile,
    /// Of `batch`: no summary.
    Quiet,
    /// Taken so that command lines that have it go on working.
    Ignored,
}

/// What may stand behind an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing,
    /// A truth value, only behind `=`; none means true.
    Truth,
    /// A text, behind `=` or as the next argument. Between angle brackets in `--help`.
    Text(&'static str),
    /// A text that may also follow the name directly: `-Idir`.
    Attached(&'static str),
}

/// An option of any run.
#[derive(Debug)]
pub(crate) struct GeneralOption {
    pub(crate) name: &'static str,
    pub(crate) general: General,
    pub(crate) takes: Takes,
    pub(crate) group: Group,
    /// Left out of `--help`.
    pub(crate) hidden: bool,
    pub(crate) help: &'static str,
}

/// Where `--help` lists an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Group {
    Color,
    General,
    Generic,
}

impl Group {
    pub(crate) const ALL: [Group; 3] = [Group::Color, Group::General, Group::Generic];

    pub(crate) fn heading(self) -> &'static str {
        match self {
            Group::Color => "Color Options",
            Group::General => "General options",
            Group::Generic => "Generic Options",
        }
    }
}

const fn general(
    name: &'static str,
    general: General,
    takes: Takes,
    help: &'static str,
) -> GeneralOption {
    GeneralOption { name, general, takes, group: Group::General, hidden: false, help }
}

const fn generic(
    name: &'static str,
    general: General,
    hidden: bool,
    help: &'static str,
) -> GeneralOption {
    GeneralOption { name, general, takes: Takes::Nothing, group: Group::Generic, hidden, help }
}

const fn ignored(name: &'static str, takes: Takes) -> GeneralOption {
    let help = "Accepted; without effect here";
    GeneralOption {
        name,
        general: General::Ignored,
        takes,
        group: Group::General,
        hidden: true,
        help,
    }
}

/// In byte order of names but for `o`, which is what a word like no other is taken for.
#[rustfmt::skip]
pub(crate) static GENERAL: [GeneralOption; 28] = [
    general("o", General::Output, Takes::Text("filename"), "File to write; standard output without it"),
    general("D", General::Macro, Takes::Attached("macro name"), "Macro to define for the preprocessor"),
    general("I", General::IncludeDir, Takes::Attached("directory"), "Directory to search for included files"),
    GeneralOption {
        name: "color", general: General::Color, takes: Takes::Truth, group: Group::Color, hidden: false,
        help: "Colour messages (by default on a terminal)",
    },
    ignored("crash-diagnostics-dir", Takes::Text("directory")),
    general("d", General::Depfile, Takes::Text("filename"), "File to list the included files in, for build tools"),
    ignored("debug-counter", Takes::Text("string")),
    ignored("debug-counter-break-on-last", Takes::Truth),
    ignored("disable-symbolication", Takes::Truth),
    generic("h", General::Help { hidden: false, sorted: false }, true, "The same as --help"),
    generic("help", General::Help { hidden: false, sorted: false }, false, "List the options (--help-hidden lists more)"),
    generic("help-hidden", General::Help { hidden: true, sorted: false }, true, "List all options"),
    generic("help-list", General::Help { hidden: false, sorted: true }, false, "List the options by name (--help-list-hidden lists more)"),
    generic("help-list-hidden", General::Help { hidden: true, sorted: true }, true, "List all options by name"),
    ignored("info-output-file", Takes::Text("filename")),
    ignored("long-string-literals", Takes::Truth),
    general("no-warn-on-unused-template-args", General::NoWarnOnUnusedTemplateArgs, Takes::Truth, "Do not warn of template arguments that are never used"),
    ignored("print-all-options", Takes::Truth),
    ignored("print-debug-counter", Takes::Truth),
    ignored("print-options", Takes::Truth),
    ignored("rng-seed", Takes::Text("seed")),
    ignored("sort-timers", Takes::Truth),
    ignored("stats", Takes::Truth),
    ignored("stats-json", Takes::Truth),
    general("time-phases", General::TimePhases, Takes::Truth, "Show how long reading and writing took"),
    ignored("track-memory", Takes::Truth),
    general("write-if-changed", General::WriteIfChanged, Takes::Truth, "Leave an output file alone that would not change"),
    generic("version", General::Version, false, "Show which version this is"),
];

/// What `batch` takes besides.
#[rustfmt::skip]
pub(crate) static BATCH: [GeneralOption; 5] = [
    general("j", General::Jobs, Takes::Attached("number"), "The same as --jobs"),
    general("jobs", General::Jobs, Takes::Text("number"), "How many threads there are; one per processor without it"),
    general("jobs-file", General::JobsFile, Takes::Text("filename"), "File that lists the jobs"),
    general("quiet", General::Quiet, Takes::Truth, "No progress and no summary"),
    general("tool", General::Tool, Takes::Text("llvm or clang"), "Which program's actions are run; llvm's without it"),
];

/// What an option name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    General(&'static GeneralOption),
    Action(&'static Backend),
    Backend(&'static BackendOption),
}

/// The options that one tool has.
pub(crate) struct OptionTable {
    pub(crate) tool: Tool,
    /// Options of any run besides [`GENERAL`].
    more: &'static [GeneralOption],
    pub(crate) backends: &'static [&'static Backend],
}

impl OptionTable {
    /// The options of `tool`.
    pub(crate) fn of(tool: Tool) -> OptionTable {
        let backends = match tool {
            Tool::Llvm => backends::llvm_backends(),
            Tool::Clang => backends::clang_backends(),
        };
        OptionTable { tool, more: &[], backends }
    }

    /// The options of `batch` with the actions of `tool`.
    pub(crate) fn of_batch(tool: Tool) -> OptionTable {
        OptionTable { more: &BATCH, ..OptionTable::of(tool) }
    }

    /// The options of any run.
    pub(crate) fn general(&self) -> impl Iterator<Item = &'static GeneralOption> {
        GENERAL.iter().chain(self.more)
    }

    /// What `name`, without dashes, stands for.
    pub(crate) fn find(&self, name: &str) -> Option<Meaning> {
        let general = self.general().find(|o| o.name == name).map(Meaning::General);
        let action = || self.action(name).map(Meaning::Action);
        let backend = || {
            let mut options = self.groups().flat_map(|group| group.options);
            options.find(|o| o.name == name).map(Meaning::Backend)
        };
        general.or_else(action).or_else(backend)
    }

    /// The backend called `name`.
    pub(crate) fn action(&self, name: &str) -> Option<&'static Backend> {
        self.backends.iter().copied().find(|b| b.name == name)
    }

    /// The options of backends.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &'static OptionGroup> {
        self.backends.iter().flat_map(|b| b.options)
    }

    /// All names, those of any run first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.general()
            .map(|o| o.name)
            .chain(self.backends.iter().map(|b| b.name))
            .chain(self.groups().flat_map(|group| group.options).map(|o| o.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_given_twice() {
        for tool in [Tool::Llvm, Tool::Clang] {
            let mut names: Vec<&str> = OptionTable::of_batch(tool).names().collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }
}
