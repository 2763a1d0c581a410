//! A table from operands to their defining patterns.

use rustc_hash::FxHashMap;

use super::pattern::{CombinePatternId, InstructionPattern};
use super::{GlobalIselNames, Name};

/// The operands that the patterns in a list name.
#[derive(Default, Debug)]
pub struct OperandTable {
    /// By name, the pattern that defines it.
    defs: FxHashMap<Name, Option<CombinePatternId>>,
}

impl OperandTable {
    /// Adds a pattern's operands. The error is an operand that another pattern, or the same, defines already.
    pub(super) fn add(
        &mut self,
        id: CombinePatternId,
        pattern: &InstructionPattern,
    ) -> Result<(), Name> {
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

    /// Returns the pattern that defines the operand.
    pub fn def(&self, name: Name) -> Option<CombinePatternId> {
        self.defs.get(&name).copied().flatten()
    }

    /// Returns all operands with the patterns that define them, in byte order by name.
    pub fn sorted<'n>(
        &self,
        names: &'n GlobalIselNames,
    ) -> Vec<(&'n str, Option<CombinePatternId>)> {
        // Sorted by unique names, so hash map order is not visible.
        let mut all: Vec<_> =
            self.defs.iter().map(|(&name, &def)| (names.text(name), def)).collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }
}
