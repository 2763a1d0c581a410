//! Type inference for created registers and immediates in an apply list.
//!
//! Instruction operands with the same generic type (`OPERAND_GENERIC_0` and so on) have equal types. Operand names
//! join these groups across all patterns in a rule. An operand in the apply list without a type has the same type as a
//! matched operand in its group.

use tablewright_records::{Feature, Record, RecordView, TextSink};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::GenericInstructionRecord;

use super::operand_table::OperandTable;
use super::pattern::{CombinePatternId, InstructionPattern, PatternType};
use super::reader::{RuleError, RuleReader};
use super::rule::Lists;
use super::type_check::OperandTypes;
use super::{GlobalIselNames, Name};

/// The namespace for generic operand types.
const GENERIC_NAMESPACE: &str = "MCOI";
const GENERIC_TYPE: &str = "OPERAND_GENERIC_";

/// Operand groups with equal types.
#[derive(Default)]
struct Groups {
    /// The groups, each with its operands in joining order.
    groups: Vec<Vec<Name>>,
}

impl Groups {
    fn index_of(&mut self, name: Name) -> usize {
        match self.groups.iter().position(|group| group.contains(&name)) {
            Some(index) => index,
            None => {
                self.groups.push(vec![name]);
                self.groups.len() - 1
            }
        }
    }

    /// Joins two groups: members of the second follow the first.
    fn unite(&mut self, first: Name, second: Name) {
        let (first, second) = (self.index_of(first), self.index_of(second));
        if first != second {
            let joined = std::mem::take(&mut self.groups[second]);
            self.groups[first].extend(joined);
        }
    }

    fn for_name(&self, name: Name) -> &[Name] {
        let own_group = self.groups.iter().find(|group| group.contains(&name));
        own_group.map_or(&[], |group| group.as_slice())
    }

    /// Returns the member names in each group, in creation order.
    fn texts<'n>(&self, names: &'n GlobalIselNames) -> Vec<Vec<&'n str>> {
        let groups = self.groups.iter().filter(|group| !group.is_empty());
        groups.map(|group| group.iter().map(|&name| names.text(name)).collect()).collect()
    }
}

impl<'s> RuleReader<'s, '_> {
    /// Checks the types of a rule's operands, copies them to all operands with the same name, and infers missing types
    /// in the apply list.
    pub(super) fn infer_types(
        &mut self,
        lists: &mut Lists,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let Lists { matches, applies, .. } = &mut *lists;
        let mut types = OperandTypes::default();
        for pattern in matches.patterns.iter() {
            if let Some(instruction) = pattern.instruction() {
                // The match list may not use it either; this is reported after all types are known.
                self.check_types(&mut types, pattern.name, instruction, rule, |_, _| Ok(()))?;
            }
        }
        for pattern in applies.patterns.iter() {
            let Some(instruction) = pattern.instruction() else { continue };
            self.check_types(&mut types, pattern.name, instruction, rule, |reader, name| {
                reader.check_is_matched(name, &matches.operands, rule)
            })?;
        }
        for pattern in matches.patterns.iter_mut().chain(applies.patterns.iter_mut()) {
            if let Some(instruction) = pattern.instruction_mut() {
                types.propagate(instruction);
            }
        }
        let mut log = self.logs_inference.then(String::new);
        self.infer_applied(lists, rule, &mut log)?;
        if let Some(log) = log {
            self.log(log);
        }
        for pattern in lists.matches.patterns.iter() {
            if let Some(instruction) = pattern.instruction() {
                let types = if self.store.release().has(Feature::CombinersHaveVariadics) {
                    "GITypeOf"
                } else {
                    "GISpecialType"
                };
                let message = format!("{types} is not supported in 'match' patterns");
                let is_type_of = |ty: PatternType| matches!(ty, PatternType::TypeOf(_));
                self.refuse_types(pattern, instruction, (is_type_of, &message), rule)?;
            }
        }
        Ok(())
    }

    fn infer_applied(
        &mut self,
        lists: &mut Lists,
        rule: Record<'s>,
        log: &mut Option<String>,
    ) -> Result<(), RuleError> {
        let groups = self.groups_of_rule(lists, rule, log)?;
        let mut has_inferred = false;
        for id in lists.applies.patterns.indices() {
            let count = lists.applies.instruction(id).map_or(0, |p| p.operands.len());
            for number in 0..count {
                let Some(ty) = self.inferred_type(lists, id, number, &groups)? else { continue };
                let pattern = lists.applies.patterns[id].instruction_mut();
                let Some(operand) = pattern.and_then(|p| p.operands.get_mut(number)) else {
                    continue;
                };
                operand.ty = Some(ty);
                has_inferred = true;
                if let Some(log) = log {
                    let operand = self.describe_operand(operand);
                    writeln!(log, "INFER: {operand} -> {}", self.type_text(ty));
                }
            }
        }
        if has_inferred { self.spread_inferred(lists, rule, log) } else { Ok(()) }
    }

    /// Copies inferred types to the apply list only; they have no meaning in the match list.
    fn spread_inferred(
        &mut self,
        lists: &mut Lists,
        rule: Record<'s>,
        log: &mut Option<String>,
    ) -> Result<(), RuleError> {
        let mut types = OperandTypes::default();
        for pattern in lists.applies.patterns.iter() {
            if let Some(instruction) = pattern.instruction() {
                self.check_types(&mut types, pattern.name, instruction, rule, |_, _| Ok(()))?;
            }
        }
        for pattern in lists.applies.patterns.iter_mut() {
            if let Some(instruction) = pattern.instruction_mut() {
                types.propagate(instruction);
            }
        }
        let Some(log) = log else { return Ok(()) };
        writeln!(log, "Apply patterns for rule {} after inference:", rule.name());
        for (id, _) in lists.applies.instructions() {
            log.push_str("  ");
            self.describe_applied(&lists.applies.patterns[id], log);
            log.push('\n');
        }
        log.push('\n');
        Ok(())
    }

    /// Returns the type for operand `number` in an applied pattern, if it needs one.
    fn inferred_type(
        &mut self,
        lists: &Lists,
        id: CombinePatternId,
        number: usize,
        groups: &Groups,
    ) -> Result<Option<PatternType>, RuleError> {
        let Some(pattern) = lists.applies.instruction(id) else { return Ok(None) };
        let operand = &pattern.operands[number];
        if operand.ty.is_some() || !(operand.is_def || operand.immediate.is_some()) {
            return Ok(None);
        }
        let Some(name) = operand.name else {
            return if operand.is_def {
                Ok(None)
            } else {
                self.immediate_type(lists, pattern, number, groups)
            };
        };
        // A matched operand is copied: no register is created.
        let is_matched = lists.matches.operands.contains(name);
        Ok(if is_matched { None } else { lists.type_like(name, groups, false) })
    }

    /// Returns the type for an unnamed immediate, operand `number` in an applied pattern: the type from another
    /// operand with the same generic type.
    fn immediate_type(
        &mut self,
        lists: &Lists,
        pattern: &InstructionPattern,
        number: usize,
        groups: &Groups,
    ) -> Result<Option<PatternType>, RuleError> {
        if pattern.intrinsic().is_some() || !pattern.is_instruction() {
            return Ok(None);
        }
        let types = self.generic_types(pattern)?;
        let like = pattern.operands.iter().zip(&types).enumerate();
        let like = like.filter(|(other, (_, ty))| *other != number && **ty == types[number]);
        let mut names = like.filter_map(|(_, (operand, _))| operand.name);
        Ok(names.find_map(|name| lists.type_like(name, groups, true)))
    }

    fn groups_of_rule(
        &mut self,
        lists: &Lists,
        rule: Record<'s>,
        log: &mut Option<String>,
    ) -> Result<Groups, RuleError> {
        let mut groups = Groups::default();
        if let Some(log) = log {
            writeln!(log, "Rule Operand Type Equivalence Classes for {}:", rule.name());
        }
        let all = lists.matches.patterns.iter().chain(lists.applies.patterns.iter());
        for pattern in all {
            let Some(instruction) = pattern.instruction() else { continue };
            if instruction.intrinsic().is_none() && instruction.is_instruction() {
                self.add_groups(pattern.name, instruction, &mut groups, log)?;
            }
        }
        if let Some(log) = log {
            log.push_str("Final Type Equivalence Classes: ");
            let mut texts = groups.texts(&self.names);
            if !self.store.release().has(Feature::CombinersHaveVariadics) {
                texts.sort_by_key(|members| members[0]);
            }
            for members in texts {
                write!(log, "[{}] ", members.join(", "));
            }
            log.push('\n');
        }
        Ok(groups)
    }

    fn add_groups(
        &mut self,
        name: Name,
        pattern: &InstructionPattern,
        groups: &mut Groups,
        log: &mut Option<String>,
    ) -> Result<(), RuleError> {
        let types = self.generic_types(pattern)?;
        if let Some(log) = log {
            write!(log, "\tGroups for {}:\t", self.names.text(name));
        }
        for (first, ty) in types.iter().enumerate() {
            let is_new = !types[..first].contains(ty);
            if !is_new || !ty.as_deref().is_some_and(is_generic_register) {
                continue;
            }
            let members = pattern.operands.iter().zip(&types).filter(|(_, other)| *other == ty);
            let members: Vec<Name> = members.filter_map(|(operand, _)| operand.name).collect();
            if let Some(&leader) = members.first() {
                groups.index_of(leader);
                members[1..].iter().for_each(|&member| groups.unite(leader, member));
            }
            if let Some(log) = log {
                let texts: Vec<&str> = members.iter().map(|&m| self.names.text(m)).collect();
                write!(log, "[{}] ", texts.join(", "));
            }
        }
        if let Some(log) = log {
            log.push('\n');
        }
        Ok(())
    }

    /// Returns the operand types that the instruction states; `None` for variadic operands without a known type.
    fn generic_types(
        &mut self,
        pattern: &InstructionPattern,
    ) -> Result<Vec<Option<String>>, RuleError> {
        let record = self.store.record(pattern.record);
        let variadic = if record.inherits(GenericInstructionRecord::CLASS) {
            GenericInstructionRecord::new(record).variadic_ops_type()?
        } else {
            None
        };
        let variadic = match variadic {
            Some(ty) => {
                let name = ty.operand_type()?;
                Some(QualifiedName { namespace: GENERIC_NAMESPACE, name }.to_text())
            }
            None => None,
        };
        let operands = self.operands_of(record)?;
        let operand_types = operands.list().iter();
        let operand_types: Vec<String> =
            operand_types.map(|operand| operands.class(operand).operand_type().to_text()).collect();
        let explicit_defs = operands.def_count();
        let defs = pattern.def_count();
        let mut types = Vec::with_capacity(pattern.operands.len());
        for index in 0..pattern.operands.len() {
            let explicit_index = if index < defs {
                (index < explicit_defs).then_some(index)
            } else {
                Some(index - defs + explicit_defs)
            };
            let explicit = explicit_index.and_then(|index| operand_types.get(index));
            types.push(explicit.or(variadic.as_ref()).cloned());
        }
        Ok(types)
    }

    /// Checks that `GITypeOf` in an apply list names an operand from the match list.
    fn check_is_matched(
        &mut self,
        name: Name,
        matched: &OperandTable,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        if matched.contains(name) {
            return Ok(());
        }
        let ty = self.type_text(PatternType::TypeOf(name));
        let name = self.names.text(name);
        let message = format!("'{name}' ('{ty}') does not refer to a matched operand!");
        Err(self.error(rule, message))
    }
}

impl Lists {
    /// Returns a matched operand's type in the same group. A defined operand is preferred, since it is always a
    /// register.
    fn type_like(&self, name: Name, groups: &Groups, may_be_itself: bool) -> Option<PatternType> {
        let operands = &self.matches.operands;
        let members =
            || groups.for_name(name).iter().filter(|&&other| may_be_itself || other != name);
        let defined = members().find(|&&other| operands.def(other).is_some());
        let representative = defined.or_else(|| members().find(|&&other| operands.contains(other)));
        representative.map(|&other| PatternType::TypeOf(other))
    }
}

/// Returns whether an operand with this type can be a register: not all generic types are.
fn is_generic_register(ty: &str) -> bool {
    let mut text = ty.chars();
    text.next_back();
    text.as_str().ends_with(GENERIC_TYPE)
}
