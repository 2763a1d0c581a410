//! Roots: the pattern at which matching starts, and the applied patterns that replace it.

use tablewright_records::Record;

use super::Name;
use super::fragment::ParamKind;
use super::pattern::{
    Builtin, CombinePatternId, InstructionKind, InstructionPattern, PatternOperand,
};
use super::reader::{RuleError, RuleReader};
use super::rule::Lists;

impl<'s> RuleReader<'s, '_> {
    /// Finds the roots of the match list and the apply list.
    pub(super) fn roots(
        &mut self,
        lists: &Lists,
        root: Name,
        rule: Record<'s>,
    ) -> Result<(CombinePatternId, Vec<CombinePatternId>), RuleError> {
        let match_root = match lists.matches.named(root) {
            Some(pattern) => pattern,
            None => {
                let text = self.names.text(root);
                let operands = &lists.matches.operands;
                let message = match operands.def(root) {
                    Some(def) => return Ok((def, self.apply_roots(lists, def, root, rule)?)),
                    None if operands.contains(root) => {
                        format!("Cannot use live-in operand '{text}' as match pattern root!")
                    }
                    None => format!("Cannot find root '{text}' in match patterns!"),
                };
                return Err(self.error(rule, message));
            }
        };
        Ok((match_root, self.apply_roots(lists, match_root, root, rule)?))
    }

    fn apply_roots(
        &mut self,
        lists: &Lists,
        match_root: CombinePatternId,
        root: Name,
        rule: Record<'s>,
    ) -> Result<Vec<CombinePatternId>, RuleError> {
        let Lists { matches, applies } = lists;
        let erases_root = applies.instructions().any(|(_, pattern)| {
            matches!(pattern.kind, InstructionKind::Builtin(Builtin::EraseRoot))
        });
        if applies.is_only_code() || erases_root {
            return Ok(Vec::new());
        }
        let Some(matched) = matches.instruction(match_root) else { return Ok(Vec::new()) };
        let named = applies.named(root);
        let text = self.names.text(root);
        if matched.def_count() == 0 {
            let message = match named {
                None => format!("Cannot find root '{text}' in apply patterns!"),
                Some(named) if applies.instruction(named).is_none() => {
                    format!("apply pattern root '{text}' must be an instruction pattern")
                }
                Some(named) => return Ok(vec![named]),
            };
            return Err(self.error(rule, message));
        }
        let mut roots = Vec::new();
        for def in self.replaced_defs(matched) {
            // An immediate in a definition's place is unnamed.
            let text = def.name.map_or("", |name| self.names.text(name));
            let Some(applied) = def.name.and_then(|name| applies.operands.def(name)) else {
                let message = format!("'{text}' must be redefined in the 'apply' pattern");
                return Err(self.error(rule, message));
            };
            if !roots.contains(&applied) {
                roots.push(applied);
            }
        }
        if named.is_some_and(|named| !roots.contains(&named)) {
            let message = format!(
                "apply pattern '{text}' is supposed to be a root but it does not redefine any of \
                 the defs of the match root"
            );
            return Err(self.error(rule, message));
        }
        Ok(roots)
    }

    /// Returns the root definitions that the apply list must define again. For a fragment: only its root.
    fn replaced_defs<'p>(&self, root: &'p InstructionPattern) -> Vec<&'p PatternOperand> {
        match root.kind {
            InstructionKind::Fragment(fragment) => {
                let params = self.fragments[fragment].outs().iter().zip(&root.operands);
                let roots = params.filter(|(param, _)| param.kind == ParamKind::Root);
                roots.map(|(_, operand)| operand).collect()
            }
            InstructionKind::Instruction { .. } | InstructionKind::Builtin(_) => {
                root.operands.iter().take(root.def_count()).collect()
            }
        }
    }
}
