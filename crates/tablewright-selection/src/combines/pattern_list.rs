//! Pattern lists: `(match …)`, `(apply …)` or `(pattern …)`.

use tablewright_index::IndexVec;

use super::Name;
use super::operand_table::OperandTable;
use super::pattern::{CombinePatternId, InstructionPattern, Pattern, PatternBody};

/// The patterns in a list, and the operands that each defines.
#[derive(Default, Debug)]
pub struct PatternList {
    /// The patterns, in order.
    pub patterns: IndexVec<CombinePatternId, Pattern>,
    /// The operands that they name.
    pub operands: OperandTable,
}

impl PatternList {
    /// Returns the pattern of that name.
    pub fn named(&self, name: Name) -> Option<CombinePatternId> {
        let mut patterns = self.patterns.iter_enumerated();
        patterns.find(|(_, pattern)| pattern.name == name).map(|(id, _)| id)
    }

    /// Returns the instruction that a pattern is; `None` for code and lists of opcodes.
    pub fn instruction(&self, pattern: CombinePatternId) -> Option<&InstructionPattern> {
        self.patterns[pattern].instruction()
    }

    /// Iterates over the patterns that are instructions.
    pub fn instructions(&self) -> impl Iterator<Item = (CombinePatternId, &InstructionPattern)> {
        let all = self.patterns.iter_enumerated();
        all.filter_map(|(id, pattern)| Some((id, pattern.instruction()?)))
    }

    /// Whether all patterns are C++ code.
    pub fn is_only_code(&self) -> bool {
        self.patterns.iter().all(|pattern| matches!(pattern.body, PatternBody::Code(_)))
    }
}
