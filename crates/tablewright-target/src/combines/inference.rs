//! The types of registers that an apply list creates, and of immediates in it.
//!
//! Operands of an instruction with the same generic type (`OPERAND_GENERIC_0` and so on) have equal
//! types. These groups are united over all patterns of a rule by the names of the operands. Where an
//! operand in the apply list needs a type, it is that of a matched operand of its group.

use tablewright_records::{Feature, Record, RecordView, TextSink};

use super::pattern::{InstructionPattern, PatternId, PatternType};
use super::reader::{RuleError, RuleReader};
use super::rule::Lists;
use super::type_check::OperandTypes;
use super::{Name, Names};
use crate::qualified_name::QualifiedName;
use crate::record_views::instruction::GenericInstructionRecord;

/// The namespace of the types of generic operands.
const GENERIC_NAMESPACE: &str = "MCOI";
const GENERIC_TYPE: &str = "OPERAND_GENERIC_";

/// Groups of operands with equal types.
#[derive(Default)]
struct Groups {
    /// Each with the operands in the order in which they were joined.
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

    /// The members of the second group follow those of the first.
    fn unite(&mut self, first: Name, second: Name) {
        let (first, second) = (self.index_of(first), self.index_of(second));
        if first != second {
            let joined = std::mem::take(&mut self.groups[second]);
            self.groups[first].extend(joined);
        }
    }

    fn of(&self, name: Name) -> &[Name] {
        let found = self.groups.iter().find(|group| group.contains(&name));
        found.map_or(&[], |group| group.as_slice())
    }

    /// The names of the members of each group, in the order in which the groups were begun.
    fn texts<'n>(&self, names: &'n Names) -> Vec<Vec<&'n str>> {
        let groups = self.groups.iter().filter(|group| !group.is_empty());
        groups.map(|group| group.iter().map(|&name| names.text(name)).collect()).collect()
    }
}

impl<'s> RuleReader<'s, '_> {
    /// Checks the types of a rule's operands, spreads them over operands of one name, and infers those
    /// that the apply list lacks.
    pub(super) fn infer_types(
        &mut self,
        lists: &mut Lists,
        rule: Record<'s>,
    ) -> Result<(), RuleError> {
        let Lists { matches, applies, .. } = &mut *lists;
        let mut types = OperandTypes::default();
        for pattern in matches.patterns.iter() {
            if let Some(instruction) = pattern.instruction() {
                // What matches may not use it either, which is reported once all types are known.
                self.check_types(&mut types, pattern.name, instruction, rule, |_, _| Ok(()))?;
            }
        }
        for pattern in applies.patterns.iter() {
            let Some(instruction) = pattern.instruction() else { continue };
            self.check_types(&mut types, pattern.name, instruction, rule, |reader, name| {
                if matches.operands.contains(name) {
                    return Ok(());
                }
                let ty = reader.type_text(PatternType::TypeOf(name));
                let name = reader.names.text(name);
                let message = format!("'{name}' ('{ty}') does not refer to a matched operand!");
                Err(reader.error(rule, message))
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

    /// What was inferred holds for the apply list only: in the match list it means nothing.
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

    /// The type of operand `number` of an applied pattern, if it lacks one and needs it.
    fn inferred_type(
        &mut self,
        lists: &Lists,
        id: PatternId,
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

    /// The type of an unnamed immediate, operand `number` of an applied pattern: that of another operand
    /// with its generic type.
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

    /// The type of each operand as the instruction states it; `None` for variadic ones of which
    /// nothing is known.
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
        let of_index = |index: usize| {
            let explicit_index = if index < defs {
                (index < explicit_defs).then_some(index)
            } else {
                Some(index - defs + explicit_defs)
            };
            explicit_index
                .and_then(|index| operand_types.get(index).cloned())
                .or_else(|| variadic.clone())
        };
        Ok((0..pattern.operands.len()).map(of_index).collect())
    }
}

impl Lists {
    /// The type of a matched operand in the group of an operand. One that is defined is preferred,
    /// since it is a register for certain.
    fn type_like(&self, name: Name, groups: &Groups, may_be_itself: bool) -> Option<PatternType> {
        let operands = &self.matches.operands;
        let members = || groups.of(name).iter().filter(|&&other| may_be_itself || other != name);
        let defined = members().find(|&&other| operands.def(other).is_some());
        let found = defined.or_else(|| members().find(|&&other| operands.contains(other)));
        found.map(|&other| PatternType::TypeOf(other))
    }
}

/// Whether an operand of that type can be a register: not all generic types are.
fn is_generic_register(ty: &str) -> bool {
    let mut text = ty.chars();
    text.next_back();
    text.as_str().ends_with(GENERIC_TYPE)
}
