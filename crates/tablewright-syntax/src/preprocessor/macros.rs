//! The preprocessor's macros.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::MacroUse;

/// The defined macros, and the directives that define or test them.
pub(super) struct Macros {
    defined: HashSet<String, FxBuildHasher>,
    uses: Vec<(MacroUse, bool)>,
}

impl Macros {
    /// Creates the table with the macros that are defined at the start.
    pub(super) fn new(defined: &[String]) -> Macros {
        Macros { defined: defined.iter().cloned().collect(), uses: Vec::new() }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// Defines a macro. Returns false if it was already defined.
    pub(super) fn define(&mut self, name: &str) -> bool {
        !self.is_defined(name) && self.defined.insert(name.to_owned())
    }

    /// Adds a use, before it takes effect.
    pub(super) fn add_use(&mut self, used: MacroUse) {
        let was_defined = self.is_defined(&used.name);
        self.uses.push((used, was_defined));
    }

    /// Returns the macros in directives, each with whether it was defined before.
    pub(super) fn uses(&self) -> &[(MacroUse, bool)] {
        &self.uses
    }

    /// Returns the macros in directives.
    pub(super) fn into_uses(self) -> Vec<MacroUse> {
        self.uses.into_iter().map(|(used, _)| used).collect()
    }
}
