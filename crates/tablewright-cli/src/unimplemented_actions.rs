//! Actions of the programs replaced that are still to come.
//!
//! Naming one gets a message of its own instead of a guess at what might have been meant. An action
//! that moves to the registry is removed here.

use crate::mode::Tool;

/// Whether `action` is one that `tool` has and Tablewright has not.
pub(crate) fn has(tool: Tool, action: &str) -> bool {
    let actions: &[&str] = match tool {
        Tool::Llvm => &LLVM,
        Tool::Clang => &CLANG,
    };
    actions.contains(&action)
}

static LLVM: [&str; 1] = ["gen-global-isel"];

static CLANG: [&str; 0] = [];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option_table::OptionTable;

    #[test]
    fn nothing_listed_is_here() {
        for (tool, actions) in [(Tool::Llvm, &LLVM[..]), (Tool::Clang, &CLANG[..])] {
            let table = OptionTable::of(tool);
            let here: Vec<_> = actions.iter().filter(|name| table.find(name).is_some()).collect();
            assert!(here.is_empty(), "{here:?}");
        }
    }
}
