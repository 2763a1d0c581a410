//! The state while the patterns in a list are matched.

use rustc_hash::FxHashSet;
use tablewright_selection::combines::{
    CombinePatternId, Fragment, InstructionPattern, Name, PatternList, PatternOperand,
};

use super::code::Expansions;

/// The pattern list that is matched: in the rule or in a fragment.
pub(super) struct CombinerScope<'p> {
    pub(super) list: &'p PatternList,
    /// The fragment that it is.
    pub(super) used: Option<CombinerFragmentUse<'p>>,
    pub(super) expansions: Expansions,
    /// The patterns that were matched.
    pub(super) seen: FxHashSet<CombinePatternId>,
    /// The arguments of the fragment that have names: the name in the rule, and the parameter.
    pub(super) arguments: Vec<(Name, Name)>,
}

impl CombinerScope<'_> {
    /// Returns the name that an operand has in the rule; `None` for an operand that only a fragment names.
    pub(super) fn name_in_rule(&self, operand: &PatternOperand) -> Option<Name> {
        let name = operand.name?;
        match self.used {
            Some(used) => used.pattern.operands[used.fragment.param(name)?].name,
            None => Some(name),
        }
    }
}

/// A fragment use.
#[derive(Clone, Copy)]
pub(super) struct CombinerFragmentUse<'p> {
    pub(super) fragment: &'p Fragment,
    /// The pattern that uses it.
    pub(super) pattern: &'p InstructionPattern,
    /// Pattern name.
    pub(super) name: Name,
}
