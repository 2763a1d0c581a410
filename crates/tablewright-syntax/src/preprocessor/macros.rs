//! The macros of the preprocessor.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::MacroUse;

/// The macros that are defined, and the directives that define them or ask for them.
pub(super) struct Macros {
    defined: HashSet<String, FxBuildHasher>,
    uses: Vec<(MacroUse, bool)>,
}

impl Macros {
    /// Macros that are defined from the start.
    pub(super) fn new(defined: &[String]) -> Macros {
        Macros { defined: defined.iter().cloned().collect(), uses: Vec::new() }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// Defines a macro; false if it was defined before.
    pub(super) fn define(&mut self, name: &str) -> bool {
        !self.is_defined(name) && self.defined.insert(name.to_owned())
    }

    /// Adds a use, before it takes effect.
    pub(super) fn add_use(&mut self, used: MacroUse) {
        let was_defined = self.is_defined(&used.name);
        self.uses.push((used, was_defined));
    }

    /// The macros in directives, each with whether it was defined then.
    pub(super) fn uses(&self) -> &[(MacroUse, bool)] {
        &self.uses
    }

    /// The macros in directives.
    pub(super) fn into_uses(self) -> Vec<MacroUse> {
        self.uses.into_iter().map(|(used, _)| used).collect()
    }
}
