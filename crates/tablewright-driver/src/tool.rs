//! Tools: the actions that a command line offers, and the name of their program.

use tablewright_backend::{Backend, RecordCheck};
use tablewright_records::{CompileMode, Release};

/// A set of actions for a command line.
pub trait Tool: Sync {
    /// Returns the program name, for example `llvm-tblgen`.
    fn name(&self) -> &str;

    /// Returns the name for `--tool` in `batch` and for the key `tool` in a job, for example `llvm`.
    fn short_name(&self) -> &str;

    /// Returns the actions in the order used by `--help`, in one release or in all releases.
    fn backends(&self, release: Option<Release>) -> Vec<&'static Backend>;

    /// Returns the default action.
    fn default_backend(&self) -> &'static Backend;

    /// Returns an action name for examples in messages.
    fn example_action(&self) -> &str {
        self.default_backend().name
    }

    /// Returns whether the program has a backend option, in one release or in any release.
    fn has_option(&self, _release: Option<Release>, _name: &str) -> bool {
        true
    }

    /// Returns the name of another program with an action that this program lacks.
    fn other_program_with(&self, _action: &str) -> Option<&str> {
        None
    }

    /// Returns the check on the records before an action runs.
    fn record_check(&self) -> Option<&'static RecordCheck> {
        None
    }

    /// Returns whether the tool replaces an LLVM program. If so, the program `tablewright` runs this tool when the
    /// first argument is the tool's name.
    fn is_replacement(&self) -> bool {
        false
    }
}

/// A run as a tool.
#[derive(Clone, Copy)]
pub struct DropIn<'t> {
    /// The tool.
    pub tool: &'t dyn Tool,
    /// Release in the program's name.
    pub release: Option<Release>,
    /// Controls when values are compiled.
    pub compile: CompileMode,
    /// Returns the program that has a command with the given name, if this tool is a part of a program with commands.
    pub program_with_command: fn(&str) -> Option<&'static str>,
}

/// Finds the tool with a short name. Without a name, returns the first tool.
pub fn named<'t>(tools: &[&'t dyn Tool], name: Option<&str>) -> Result<&'t dyn Tool, String> {
    let Some(name) = name else { return Ok(tools[0]) };
    let named_tool = tools.iter().copied().find(|tool| tool.short_name() == name);
    named_tool.ok_or_else(|| {
        let names: Vec<&str> = tools.iter().map(|tool| tool.short_name()).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("'{name}' is none of {} and {last}", first.join(", "))
            }
            _ => format!("'{name}' is not {}", names.concat()),
        }
    })
}
