//! Checks on combinations of patterns in a rule.

use tablewright_records::{Record, RecordView};

use super::Name;
use super::pattern::{
    Builtin, CombinePatternId, InstructionKind, InstructionPattern, Pattern, PatternBody,
};
use super::reader::{RuleError, RuleReader};
use super::rule::{Lists, MatchData};
use crate::record_views::global_isel::{GiDefMatchDataRecord, GiVariadicRecord};

impl<'s> RuleReader<'s, '_> {
    pub(super) fn check_rule(
        &mut self,
        lists: &Lists,
        match_root: CombinePatternId,
        match_data: &[MatchData],
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let has_any_opcode = self.check_matches(lists, rule)?;
        let mut first_is_code = None;
        for pattern in lists.applies.patterns.iter() {
            let is_code = matches!(pattern.body, PatternBody::Code(_));
            if *first_is_code.get_or_insert(is_code) != is_code {
                let message = "'apply' patterns cannot mix C++ code with other types of patterns";
                return Err(self.error(rule, message));
            }
            let Some(instruction) = pattern.instruction() else { continue };
            self.check_variadics(instruction, false, rule)?;
            if has_any_opcode {
                let message = "cannot use wip_match_opcode in combination with apply instruction \
                               patterns!";
                return Err(self.error(rule, message));
            }
            self.check_copied_flags(lists, pattern, instruction, rule)?;
            if let InstructionKind::Builtin(builtin) = instruction.kind {
                let name = self.store.record(instruction.record).name();
                match builtin {
                    Builtin::EraseRoot => self.check_erased(lists, match_root, name, rule)?,
                    Builtin::ReplaceReg => {
                        self.check_replaced(lists, match_root, instruction, name, rule)?;
                    }
                    // Only match lists have it.
                    Builtin::HasOneUse => {}
                }
            }
        }
        if !lists.applies.is_only_code() && !match_data.is_empty() {
            // The wording is the reference's.
            let class = GiDefMatchDataRecord::CLASS;
            let message = format!("{class} can only be used if 'apply' in entirely written in C++");
            return Err(self.error(rule, message));
        }
        Ok(())
    }

    /// Whether the match list has a `wip_match_opcode`.
    fn check_matches(&mut self, lists: &Lists, rule: Record<'s>) -> Result<bool, RuleError> {
        let mut has_any_opcode = false;
        for pattern in lists.matches.patterns.iter() {
            if let Some(instruction) = pattern.instruction() {
                self.check_variadics(instruction, true, rule)?;
                self.check_uses(lists, instruction, rule)?;
            }
            match &pattern.body {
                PatternBody::Code(code) if !code.contains("return ") => {
                    self.warning(rule, "'match' C++ code does not seem to return!");
                }
                PatternBody::Code(_) => {}
                PatternBody::Instruction(instruction) => {
                    let copied: &[Name] = instruction.flags().map_or(&[], |flags| &flags.copied);
                    if copied.is_empty() {
                        continue;
                    }
                    let copied: Vec<&str> = copied.iter().map(|&n| self.names.text(n)).collect();
                    let name = self.names.text(pattern.name);
                    let note = format!("MIFlags in '{name}' refer to: {}", copied.join(", "));
                    let message = "'match' patterns cannot refer to flags from other instructions";
                    return Err(self.error_with_note(rule, message, note));
                }
                PatternBody::AnyOpcode(_) if has_any_opcode => {
                    // The wording is the reference's.
                    return Err(self.error(rule, "wip_opcode_match can only be present once"));
                }
                PatternBody::AnyOpcode(_) => has_any_opcode = true,
            }
        }
        Ok(has_any_opcode)
    }

    /// Checks `GIHasOneUse`: a matched pattern must define its operand.
    fn check_uses(
        &mut self,
        lists: &Lists,
        instruction: &InstructionPattern,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let InstructionKind::Builtin(Builtin::HasOneUse) = instruction.kind else { return Ok(()) };
        for (name, _) in instruction.named_operands() {
            if lists.matches.operands.def(name).is_none() {
                let builtin = self.store.record(instruction.record).name();
                let message = format!("{builtin}: operand '{}' not defined", self.names.text(name));
                return Err(self.error(rule, message));
            }
        }
        Ok(())
    }

    /// Checks variadic operands: an operand with type `GIVariadic` represents the last operands in an instruction with
    /// any operand count. Applied patterns may list more operands after it.
    fn check_variadics(
        &mut self,
        instruction: &InstructionPattern,
        is_matched: bool,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let last = instruction.operands.len().saturating_sub(1);
        for (index, operand) in instruction.operands.iter().enumerate() {
            if operand.variadic().is_none() {
                continue;
            }
            let name = self.store.record(instruction.record).name();
            let class = GiVariadicRecord::CLASS;
            let message = if is_matched && index != last {
                format!("'{name}': {class} can only be used on the last operand")
            } else if operand.is_def {
                format!("'{name}': {class} cannot be used on defs")
            } else if !instruction.is_variadic() {
                format!("cannot use a {class} operand on non-variadic instruction '{name}'")
            } else {
                continue;
            };
            return Err(self.error(rule, message));
        }
        Ok(())
    }

    fn check_copied_flags(
        &mut self,
        lists: &Lists,
        pattern: &Pattern,
        instruction: &InstructionPattern,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let copied: &[Name] = instruction.flags().map_or(&[], |flags| &flags.copied);
        for &from in copied {
            let (text, name) = (self.names.text(from), self.names.text(pattern.name));
            let matched = lists.matches.named(from);
            let message = match matched.map(|id| lists.matches.instruction(id)) {
                None => format!("unknown instruction '${text}' referenced in MIFlags of '{name}'"),
                Some(Some(matched)) if matched.is_instruction() => continue,
                Some(_) => format!(
                    "'${text}' does not refer to a CodeGenInstruction in MIFlags of '{name}'"
                ),
            };
            return Err(self.error(rule, message));
        }
        Ok(())
    }

    /// Checks `GIEraseRoot`: it must be the only pattern, and nothing may use the root's definitions.
    fn check_erased(
        &mut self,
        lists: &Lists,
        match_root: CombinePatternId,
        name: &str,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        if lists.applies.patterns.len() > 1 {
            return Err(self.error(rule, format!("{name} must be the only 'apply' pattern")));
        }
        let root = lists.matches.instruction(match_root).filter(|root| root.is_instruction());
        let Some(root) = root else {
            let problem = "can only be used if the root is a CodeGenInstruction or Intrinsic";
            return Err(self.error(rule, format!("{name} {problem}")));
        };
        let count = root.def_count();
        if count != 0 {
            let problem = "can only be used if on roots that do not have any output operand";
            let root = self.store.record(root.record).name();
            let note = format!("'{root}' has {count} output operands");
            return Err(self.error_with_note(rule, format!("{name} {problem}"), note));
        }
        Ok(())
    }

    /// Checks `GIReplaceReg`, which replaces a root definition.
    fn check_replaced(
        &mut self,
        lists: &Lists,
        match_root: CombinePatternId,
        instruction: &InstructionPattern,
        name: &str,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let old = instruction.operands.first().and_then(|operand| operand.name);
        let text = old.map_or("", |old| self.names.text(old));
        let message = match old.and_then(|old| lists.matches.operands.def(old)) {
            Some(def) if def == match_root => return Ok(()),
            Some(_) => format!(
                "{name} cannot replace '{text}': this builtin can only replace a register defined \
                 by the match root"
            ),
            None => format!("{name} cannot find a matched pattern that defines '{text}'"),
        };
        Err(self.error(rule, message))
    }
}
