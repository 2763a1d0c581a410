//! The program mode, selected by the program name or by the first argument.

use std::path::Path;

use tablewright::backends;
use tablewright_backend::{Backend, DEFAULT_BACKEND, RecordCheck};
use tablewright_driver::tool;
use tablewright_records::Release;

use crate::messages;

/// A program that Tablewright can replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CalledProgram {
    Llvm,
    Clang,
    Mlir,
    Lldb,
    Offload,
    Irdl,
}

impl CalledProgram {
    pub(crate) const ALL: [CalledProgram; 6] = [
        CalledProgram::Llvm,
        CalledProgram::Clang,
        CalledProgram::Mlir,
        CalledProgram::Lldb,
        CalledProgram::Offload,
        CalledProgram::Irdl,
    ];

    /// Returns the program name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CalledProgram::Llvm => "llvm-tblgen",
            CalledProgram::Clang => "clang-tblgen",
            CalledProgram::Mlir => "mlir-tblgen",
            CalledProgram::Lldb => "lldb-tblgen",
            CalledProgram::Offload => "offload-tblgen",
            CalledProgram::Irdl => "tblgen-to-irdl",
        }
    }

    /// Returns the program as a tool that lives as long as the process.
    pub(crate) fn as_tool(self) -> &'static dyn tool::Tool {
        match self {
            CalledProgram::Llvm => &CalledProgram::Llvm,
            CalledProgram::Clang => &CalledProgram::Clang,
            CalledProgram::Mlir => &CalledProgram::Mlir,
            CalledProgram::Lldb => &CalledProgram::Lldb,
            CalledProgram::Offload => &CalledProgram::Offload,
            CalledProgram::Irdl => &CalledProgram::Irdl,
        }
    }

    /// Whether the program has this action in some release.
    pub(crate) fn has_action(self, name: &str) -> bool {
        tool::Tool::backends(&self, None).iter().any(|backend| backend.name == name)
    }

    /// Finds the tool for a file name. Builds use the name `llvm-tblgen`, distributions `llvm-tblgen-19`, cross
    /// builds `llvm-min-tblgen`; Windows adds `.exe`. The number in a distribution's name is the release.
    fn from_name(name: &str) -> Option<(CalledProgram, Option<Release>)> {
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let tools = [
            ("llvm-tblgen", CalledProgram::Llvm),
            ("llvm-min-tblgen", CalledProgram::Llvm),
            ("clang-tblgen", CalledProgram::Clang),
            ("mlir-tblgen", CalledProgram::Mlir),
            ("lldb-tblgen", CalledProgram::Lldb),
            ("offload-tblgen", CalledProgram::Offload),
            ("tblgen-to-irdl", CalledProgram::Irdl),
        ];
        tools.into_iter().find_map(|(program, tool)| {
            let suffix = name.strip_prefix(program)?;
            let release = suffix.strip_prefix('-').and_then(|version| version.parse().ok());
            (suffix.is_empty() || suffix.starts_with(['-', '.'])).then_some((tool, release))
        })
    }
}

impl tool::Tool for CalledProgram {
    fn name(&self) -> &'static str {
        CalledProgram::name(*self)
    }

    fn short_name(&self) -> &'static str {
        match self {
            CalledProgram::Llvm => "llvm",
            CalledProgram::Clang => "clang",
            CalledProgram::Mlir => "mlir",
            CalledProgram::Lldb => "lldb",
            CalledProgram::Offload => "offload",
            CalledProgram::Irdl => "irdl",
        }
    }

    fn backends(&self, release: Option<Release>) -> Vec<&'static Backend> {
        let of_release = |backends: &[&'static Backend]| {
            let all = backends.iter().copied();
            all.filter(|backend| self.has_option(release, backend.name)).collect()
        };
        match self {
            CalledProgram::Llvm => backends::llvm_backends_of(release),
            CalledProgram::Clang => of_release(backends::clang_backends()),
            CalledProgram::Mlir => of_release(backends::mlir_backends()),
            CalledProgram::Lldb => of_release(backends::lldb_backends()),
            CalledProgram::Offload => of_release(backends::offload_backends()),
            CalledProgram::Irdl => of_release(backends::irdl_backends()),
        }
    }

    fn default_backend(&self) -> &'static Backend {
        let mut backends = self.backends(None).into_iter();
        backends.find(|b| b.name == DEFAULT_BACKEND).expect("every tool prints records")
    }

    fn example_action(&self) -> &str {
        "dump-json"
    }

    /// Without a named release all options exist, since the release is detected from the description later.
    fn has_option(&self, release: Option<Release>, name: &str) -> bool {
        release.is_none_or(|release| backends::releases_with(name).contains(release))
    }

    fn other_program_with(&self, action: &str) -> Option<&str> {
        let others = CalledProgram::ALL.into_iter().filter(|tool| tool != self);
        others.into_iter().find(|tool| tool.has_action(action)).map(CalledProgram::name)
    }

    fn record_check(&self) -> Option<&'static RecordCheck> {
        match self {
            CalledProgram::Llvm
            | CalledProgram::Clang
            | CalledProgram::Lldb
            | CalledProgram::Offload => None,
            CalledProgram::Mlir | CalledProgram::Irdl => Some(backends::mlir_record_check()),
        }
    }

    fn is_replacement(&self) -> bool {
        true
    }
}

/// The program mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProgramMode {
    /// Replaces another program. The program name may end in a release number.
    DropIn {
        tool: CalledProgram,
        release: Option<Release>,
    },
    Native,
}

/// A command line, with its mode.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Invocation {
    pub(crate) mode: ProgramMode,
    /// The command that runs this program in this mode.
    pub(crate) called_as: String,
    /// The remaining arguments.
    pub(crate) rest: Vec<String>,
}

impl Invocation {
    /// Splits `args`. The first argument is the program name in the command line.
    pub(crate) fn from_args(args: Vec<String>) -> Invocation {
        let mut args = args.into_iter();
        let called_as = args.next().unwrap_or_else(|| "tablewright".to_owned());
        let mut remaining_args: Vec<String> = args.collect();
        if let Some((tool, release)) = CalledProgram::from_name(file_name(&called_as)) {
            return Invocation {
                mode: ProgramMode::DropIn { tool, release },
                called_as,
                rest: remaining_args,
            };
        }
        remaining_args = with_name_first(remaining_args);
        let first = remaining_args.first();
        match first.and_then(|name| CalledProgram::ALL.into_iter().find(|t| t.name() == name)) {
            Some(tool) => {
                remaining_args.remove(0);
                let called_as = format!("{called_as} {}", tool.name());
                Invocation {
                    mode: ProgramMode::DropIn { tool, release: None },
                    called_as,
                    rest: remaining_args,
                }
            }
            None => Invocation { mode: ProgramMode::Native, called_as, rest: remaining_args },
        }
    }
}

/// Moves message options from before a program or command name to after the name: `--diagnostic-format=rich
/// llvm-tblgen a.td`.
fn with_name_first(mut args: Vec<String>) -> Vec<String> {
    let mut count = 0;
    while let Some(arg) = args.get(count) {
        let is_option = |name: &str| {
            let suffix = arg
                .strip_prefix('-')
                .and_then(|arg| arg.strip_prefix('-').unwrap_or(arg).strip_prefix(name));
            suffix.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        count += match () {
            () if is_option(messages::OPTION) && !arg.contains('=') => 2,
            () if is_option(messages::OPTION) || is_option("color") => 1,
            () => break,
        };
    }
    if args.get(count).is_some_and(|name| !name.starts_with('-')) {
        args[..=count].rotate_right(1);
    }
    args
}

/// Returns the last component of a path.
fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use tablewright_driver::option_table::OptionTable;

    use super::*;

    fn parse_line(line: &str) -> (ProgramMode, String, Vec<String>) {
        let invocation = Invocation::from_args(line.split(' ').map(str::to_owned).collect());
        (invocation.mode, invocation.called_as, invocation.rest)
    }

    #[test]
    fn the_name_called_by_decides() {
        let llvm = |release: Option<u8>| ProgramMode::DropIn {
            tool: CalledProgram::Llvm,
            release: release.map(Release::new),
        };
        let clang_19 =
            ProgramMode::DropIn { tool: CalledProgram::Clang, release: Some(Release::new(19)) };
        for (name, mode) in [
            ("llvm-tblgen", llvm(None)),
            ("/usr/bin/llvm-tblgen-19", llvm(Some(19))),
            ("bin/llvm-tblgen.exe", llvm(None)),
            ("llvm-tblgen-22.exe", llvm(Some(22))),
            ("llvm-tblgen-next", llvm(None)),
            ("llvm-min-tblgen", llvm(None)),
            ("./clang-tblgen-19.1.7", clang_19),
            ("tablewright", ProgramMode::Native),
            ("llvm-tblgenerator", ProgramMode::Native),
            (
                "mlir-tblgen-23",
                ProgramMode::DropIn { tool: CalledProgram::Mlir, release: Some(Release::new(23)) },
            ),
            ("lldb-tblgen", ProgramMode::DropIn { tool: CalledProgram::Lldb, release: None }),
            ("offload-tblgen", ProgramMode::DropIn { tool: CalledProgram::Offload, release: None }),
            ("tblgen-to-irdl", ProgramMode::DropIn { tool: CalledProgram::Irdl, release: None }),
            ("mlir-opt", ProgramMode::Native),
        ] {
            let line = format!("{name} a.td");
            assert_eq!(parse_line(&line), (mode, name.into(), vec!["a.td".into()]), "{name}");
        }
    }

    #[test]
    fn options_of_messages_may_stand_before_the_name() {
        let llvm = ProgramMode::DropIn { tool: CalledProgram::Llvm, release: None };
        for (line, mode, expected_args) in [
            ("x --diagnostic-format=rich llvm-tblgen a.td", llvm, "--diagnostic-format=rich a.td"),
            ("x -diagnostic-format json llvm-tblgen", llvm, "-diagnostic-format json"),
            (
                "x --color --diagnostic-format=json batch a",
                ProgramMode::Native,
                "batch --color --diagnostic-format=json a",
            ),
            ("x --diagnostic-format", ProgramMode::Native, "--diagnostic-format"),
            ("x --color", ProgramMode::Native, "--color"),
            ("x --other llvm-tblgen", ProgramMode::Native, "--other llvm-tblgen"),
        ] {
            let (found, _, args) = parse_line(line);
            assert_eq!((found, args.join(" ").as_str()), (mode, expected_args), "{line}");
        }
    }

    #[test]
    fn the_first_argument_decides_otherwise() {
        let expected = "./tablewright clang-tblgen".to_owned();
        let expected_args = vec!["llvm-tblgen".into()];
        assert_eq!(
            parse_line("./tablewright clang-tblgen llvm-tblgen"),
            (
                ProgramMode::DropIn { tool: CalledProgram::Clang, release: None },
                expected,
                expected_args
            )
        );
    }

    #[test]
    fn a_release_that_is_named_has_its_own_actions() {
        let has = |release: Option<u8>| {
            let table = OptionTable::new(&CalledProgram::Llvm, release.map(Release::new));
            table.action("gen-x86-EVEX2VEX-tables").is_some()
        };
        assert_eq!([has(None), has(Some(16)), has(Some(19))], [true, true, false]);
    }

    #[test]
    fn no_name_is_given_twice() {
        for tool in CalledProgram::ALL {
            let table = OptionTable::for_batch(&tool, None);
            let mut names: Vec<&str> = table.names().collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{}", tool.name());
        }
    }
}
