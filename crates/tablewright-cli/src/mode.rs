//! The program mode, selected by the program name or by the first argument.

use std::path::Path;

use tablewright::Release;
use tablewright::backend::{Backend, DEFAULT_BACKEND, RecordCheck};
use tablewright::backends;
use tablewright_driver::tool;

use crate::messages;

/// A program that Tablewright can replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    Llvm,
    Clang,
    Mlir,
    Lldb,
    Offload,
    Irdl,
}

impl Tool {
    pub(crate) const ALL: [Tool; 6] =
        [Tool::Llvm, Tool::Clang, Tool::Mlir, Tool::Lldb, Tool::Offload, Tool::Irdl];

    /// Returns the program name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tool::Llvm => "llvm-tblgen",
            Tool::Clang => "clang-tblgen",
            Tool::Mlir => "mlir-tblgen",
            Tool::Lldb => "lldb-tblgen",
            Tool::Offload => "offload-tblgen",
            Tool::Irdl => "tblgen-to-irdl",
        }
    }

    /// Whether the program has this action in some release.
    pub(crate) fn has_action(self, name: &str) -> bool {
        tool::Tool::backends(&self, None).iter().any(|backend| backend.name == name)
    }

    /// Finds the tool for a file name. Builds use the name `llvm-tblgen`, distributions `llvm-tblgen-19`, cross
    /// builds `llvm-min-tblgen`; Windows adds `.exe`. The number in a distribution's name is the release.
    fn from_name(name: &str) -> Option<(Tool, Option<Release>)> {
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let tools = [
            ("llvm-tblgen", Tool::Llvm),
            ("llvm-min-tblgen", Tool::Llvm),
            ("clang-tblgen", Tool::Clang),
            ("mlir-tblgen", Tool::Mlir),
            ("lldb-tblgen", Tool::Lldb),
            ("offload-tblgen", Tool::Offload),
            ("tblgen-to-irdl", Tool::Irdl),
        ];
        tools.into_iter().find_map(|(program, tool)| {
            let rest = name.strip_prefix(program)?;
            let release = rest.strip_prefix('-').and_then(|version| version.parse().ok());
            (rest.is_empty() || rest.starts_with(['-', '.'])).then_some((tool, release))
        })
    }
}

impl tool::Tool for Tool {
    fn name(&self) -> &'static str {
        Tool::name(*self)
    }

    fn short_name(&self) -> &'static str {
        match self {
            Tool::Llvm => "llvm",
            Tool::Clang => "clang",
            Tool::Mlir => "mlir",
            Tool::Lldb => "lldb",
            Tool::Offload => "offload",
            Tool::Irdl => "irdl",
        }
    }

    fn backends(&self, release: Option<Release>) -> Vec<&'static Backend> {
        let of_release = |backends: &[&'static Backend]| {
            let all = backends.iter().copied();
            all.filter(|backend| self.has_option(release, backend.name)).collect()
        };
        match self {
            Tool::Llvm => backends::llvm_backends_of(release),
            Tool::Clang => of_release(backends::clang_backends()),
            Tool::Mlir => of_release(backends::mlir_backends()),
            Tool::Lldb => of_release(backends::lldb_backends()),
            Tool::Offload => of_release(backends::offload_backends()),
            Tool::Irdl => of_release(backends::irdl_backends()),
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
        let others = Tool::ALL.into_iter().filter(|tool| tool != self);
        others.into_iter().find(|tool| tool.has_action(action)).map(Tool::name)
    }

    fn record_check(&self) -> Option<&'static RecordCheck> {
        match self {
            Tool::Llvm | Tool::Clang | Tool::Lldb | Tool::Offload => None,
            Tool::Mlir | Tool::Irdl => Some(tablewright::backends::mlir_record_check()),
        }
    }

    fn is_replacement(&self) -> bool {
        true
    }
}

/// The program mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Replaces another program. The program name may end in a release number.
    DropIn {
        tool: Tool,
        release: Option<Release>,
    },
    Native,
}

/// A command line, with its mode.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Invocation {
    pub(crate) mode: Mode,
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
        let mut rest: Vec<String> = args.collect();
        if let Some((tool, release)) = Tool::from_name(file_name(&called_as)) {
            return Invocation { mode: Mode::DropIn { tool, release }, called_as, rest };
        }
        rest = with_name_first(rest);
        let first = rest.first();
        match first.and_then(|name| Tool::ALL.into_iter().find(|t| t.name() == name)) {
            Some(tool) => {
                rest.remove(0);
                let called_as = format!("{called_as} {}", tool.name());
                Invocation { mode: Mode::DropIn { tool, release: None }, called_as, rest }
            }
            None => Invocation { mode: Mode::Native, called_as, rest },
        }
    }
}

/// Moves message options from before a program or command name to after the name: `--diagnostic-format=rich
/// llvm-tblgen a.td`.
fn with_name_first(mut args: Vec<String>) -> Vec<String> {
    let mut count = 0;
    while let Some(arg) = args.get(count) {
        let is_option = |name: &str| {
            let rest = arg
                .strip_prefix('-')
                .and_then(|arg| arg.strip_prefix('-').unwrap_or(arg).strip_prefix(name));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
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

    fn parse_line(line: &str) -> (Mode, String, Vec<String>) {
        let invocation = Invocation::from_args(line.split(' ').map(str::to_owned).collect());
        (invocation.mode, invocation.called_as, invocation.rest)
    }

    #[test]
    fn the_name_called_by_decides() {
        let llvm = |release: Option<u8>| Mode::DropIn {
            tool: Tool::Llvm,
            release: release.map(Release::new),
        };
        let clang_19 = Mode::DropIn { tool: Tool::Clang, release: Some(Release::new(19)) };
        for (name, mode) in [
            ("llvm-tblgen", llvm(None)),
            ("/usr/bin/llvm-tblgen-19", llvm(Some(19))),
            ("bin/llvm-tblgen.exe", llvm(None)),
            ("llvm-tblgen-22.exe", llvm(Some(22))),
            ("llvm-tblgen-next", llvm(None)),
            ("llvm-min-tblgen", llvm(None)),
            ("./clang-tblgen-19.1.7", clang_19),
            ("tablewright", Mode::Native),
            ("llvm-tblgenerator", Mode::Native),
            ("mlir-tblgen-23", Mode::DropIn { tool: Tool::Mlir, release: Some(Release::new(23)) }),
            ("lldb-tblgen", Mode::DropIn { tool: Tool::Lldb, release: None }),
            ("offload-tblgen", Mode::DropIn { tool: Tool::Offload, release: None }),
            ("tblgen-to-irdl", Mode::DropIn { tool: Tool::Irdl, release: None }),
            ("mlir-opt", Mode::Native),
        ] {
            let line = format!("{name} a.td");
            assert_eq!(parse_line(&line), (mode, name.into(), vec!["a.td".into()]), "{name}");
        }
    }

    #[test]
    fn options_of_messages_may_stand_before_the_name() {
        let llvm = Mode::DropIn { tool: Tool::Llvm, release: None };
        for (line, mode, rest) in [
            ("x --diagnostic-format=rich llvm-tblgen a.td", llvm, "--diagnostic-format=rich a.td"),
            ("x -diagnostic-format json llvm-tblgen", llvm, "-diagnostic-format json"),
            (
                "x --color --diagnostic-format=json batch a",
                Mode::Native,
                "batch --color --diagnostic-format=json a",
            ),
            ("x --diagnostic-format", Mode::Native, "--diagnostic-format"),
            ("x --color", Mode::Native, "--color"),
            ("x --other llvm-tblgen", Mode::Native, "--other llvm-tblgen"),
        ] {
            let (found, _, args) = parse_line(line);
            assert_eq!((found, args.join(" ").as_str()), (mode, rest), "{line}");
        }
    }

    #[test]
    fn the_first_argument_decides_otherwise() {
        let expected = "./tablewright clang-tblgen".to_owned();
        let rest = vec!["llvm-tblgen".into()];
        assert_eq!(
            parse_line("./tablewright clang-tblgen llvm-tblgen"),
            (Mode::DropIn { tool: Tool::Clang, release: None }, expected, rest)
        );
    }

    #[test]
    fn a_release_that_is_named_has_its_own_actions() {
        let has = |release: Option<u8>| {
            let table = OptionTable::new(&Tool::Llvm, release.map(Release::new));
            table.action("gen-x86-EVEX2VEX-tables").is_some()
        };
        assert_eq!([has(None), has(Some(16)), has(Some(19))], [true, true, false]);
    }

    #[test]
    fn no_name_is_given_twice() {
        for tool in Tool::ALL {
            let table = OptionTable::for_batch(&tool, None);
            let mut names: Vec<&str> = table.names().collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{}", tool.name());
        }
    }
}
