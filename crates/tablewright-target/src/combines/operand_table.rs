//! Which of the patterns of a list defines an operand.

use rustc_hash::FxHashMap;

use super::pattern::{InstructionPattern, PatternId};
use super::{Name, Names};

/// The operands that the patterns of a list name.
#[derive(Default, Debug)]
pub struct OperandTable {
    /// By name, the pattern that defines it.
    defs: FxHashMap<Name, Option<PatternId>>,
}

impl OperandTable {
    /// Adds the operands of a pattern. The error is an operand that another pattern, or the same,
    /// defines already.
    pub(super) fn add(&mut self, id: PatternId, pattern: &InstructionPattern) -> Result<(), Name> {
        for (name, operand) in pattern.named_operands() {
            let def = self.defs.entry(name).or_default();
            if operand.is_def && def.replace(id).is_some() {
                return Err(name);
            }
        }
        Ok(())
    }

    /// Whether a pattern names the operand.
    pub fn contains(&self, name: Name) -> bool {
        self.defs.contains_key(&name)
    }

    /// The pattern that defines the operand.
    pub fn def(&self, name: Name) -> Option<PatternId> {
        self.defs.get(&name).copied().flatten()
    }

    /// All operands with the patterns that define them, in byte order of their names.
    pub fn sorted<'n>(&self, names: &'n Names) -> Vec<(&'n str, Option<PatternId>)> {
        // Sorted by names, which are unique: the order of the hash map cannot show.
        let mut all: Vec<_> =
            self.defs.iter().map(|(&name, &def)| (names.text(name), def)).collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }
}
