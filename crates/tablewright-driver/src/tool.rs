//! Tools: what actions a command line offers, and how its program is called.

use tablewright_backend::{Backend, RecordCheck};
use tablewright_records::{CompileMode, Release};

/// The actions of a command line.
pub trait Tool: Sync {
    /// The name of its program: `llvm-tblgen`.
    fn name(&self) -> &str;

    /// What `--tool` of `batch` and the key `tool` of a job call it: `llvm`.
    fn short_name(&self) -> &str;

    /// The actions, in the order of `--help`; those of a release, if one is named.
    fn backends(&self, release: Option<Release>) -> Vec<&'static Backend>;

    /// The action that runs where none is named.
    fn default_backend(&self) -> &'static Backend;

    /// The name of an action that messages show as an example.
    fn example_action(&self) -> &str {
        self.default_backend().name
    }

    /// Whether the program has an option of a backend; that of a release, if one is named.
    fn has_option(&self, _release: Option<Release>, _name: &str) -> bool {
        true
    }

    /// The name of another program that has an action which this one lacks.
    fn other_program_with(&self, _action: &str) -> Option<&str> {
        None
    }

    /// What is checked of the records before an action runs.
    fn record_check(&self) -> Option<&'static RecordCheck> {
        None
    }

    /// Whether it takes the place of a program of LLVM. Then the program `tablewright` is this tool where the first
    /// argument is the tool's name.
    fn is_replacement(&self) -> bool {
        false
    }
}

/// A run as one tool.
#[derive(Clone, Copy)]
pub struct DropIn<'t> {
    /// The tool.
    pub tool: &'t dyn Tool,
    /// The release that the name of the program says.
    pub release: Option<Release>,
    /// When values are compiled.
    pub compile: CompileMode,
    /// The name of the program that has a command of a name, where this tool is a part of a program with commands.
    pub program_with_command: fn(&str) -> Option<&'static str>,
}

/// The tool of that short name, the first without one.
pub fn named<'t>(tools: &[&'t dyn Tool], name: Option<&str>) -> Result<&'t dyn Tool, String> {
    let Some(name) = name else { return Ok(tools[0]) };
    let found = tools.iter().copied().find(|tool| tool.short_name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = tools.iter().map(|tool| tool.short_name()).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("'{name}' is none of {} and {last}", first.join(", "))
            }
            _ => format!("'{name}' is not {}", names.concat()),
        }
    })
}
