//! Aliases and long instructions of a generated crate.

use tablewright_records::AnalysisError;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;

use super::builder::CrateBuilder;
use super::model::{
    AliasGroup, AliasModel, OperandSource, OperandTest, ReplacementGroup, ReplacementModel,
};
use super::refuse;
use crate::alias::{AliasPlan, AliasRequirement};
use crate::compress::{CompressCondition, CompressReplacement, CompressSource};

impl CrateBuilder<'_, '_> {
    /// Returns the aliases of all instructions.
    pub(super) fn aliases(&mut self) -> Result<Vec<AliasGroup>, AnalysisError> {
        let mut groups = Vec::new();
        for (id, opcode) in self.opcodes.list.clone() {
            let aliases = self.aliases_of(id)?;
            if !aliases.is_empty() {
                groups.push(AliasGroup { opcode, aliases });
            }
        }
        Ok(groups)
    }

    fn aliases_of(&mut self, id: InstructionId) -> Result<Vec<AliasModel>, AnalysisError> {
        let cases = self.cases;
        let lists = cases.machines.iter().map(|machine| machine.printer.aliases.get(&id));
        let lists: Vec<&[AliasPlan]> =
            lists.map(|list| list.map_or(&[][..], Vec::as_slice)).collect();
        let mut keys: Vec<_> =
            lists.iter().copied().flatten().map(|alias| (alias.order, alias.record)).collect();
        keys.sort_unstable_by_key(|(order, _)| *order);
        keys.dedup();
        let mut models = Vec::new();
        for key in keys {
            let find =
                |list: &&[AliasPlan]| list.iter().position(|it| (it.order, it.record) == key);
            let by_case: Vec<Option<&AliasPlan>> =
                lists.iter().map(|list| find(list).map(|index| &list[index])).collect();
            let Some(&alias) = by_case.iter().flatten().next() else { continue };
            let present: Vec<&AliasPlan> = by_case.iter().copied().flatten().collect();
            let is_same = |other: &&AliasPlan| other.conditions.len() == alias.conditions.len();
            if !present.iter().all(is_same) {
                return Err(refuse("an alias depends on features"));
            }
            let is_present: Vec<bool> = by_case.iter().map(Option::is_some).collect();
            let features = alias.features.iter().cloned();
            let condition = self.conditions.all(features.chain([cases.condition(&is_present)]));
            let count = alias.operand_count;
            let mut tests = Vec::new();
            if self.opcodes.counts.get(&id).is_none_or(|counts| *counts != [count]) {
                tests.push(OperandTest::Count(count));
            }
            for index in 0..alias.conditions.len() {
                let requirements = by_case.iter().map(|it| it.map(|it| &it.conditions[index]));
                tests.extend(self.requirement(index, &requirements.collect::<Vec<_>>())?);
            }
            let plan = self.plan(&alias.pieces)?;
            models.push(AliasModel { condition, tests, plan });
        }
        Ok(models)
    }

    /// Returns the test for a requirement in all cases.
    fn requirement(
        &mut self,
        index: usize,
        by_case: &[Option<&AliasRequirement>],
    ) -> Result<Option<OperandTest>, AnalysisError> {
        let Some(&requirement) = by_case.iter().flatten().next() else { return Ok(None) };
        if let AliasRequirement::Class(_, first) = requirement {
            let members = |it: &Option<&AliasRequirement>| match it {
                Some(AliasRequirement::Class(_, members)) => members.clone(),
                _ => first.clone(),
            };
            let class = self.class(by_case.iter().map(members).collect());
            return Ok(Some(OperandTest::In(index, class)));
        }
        if by_case.iter().flatten().any(|other| *other != requirement) {
            return Err(refuse("an operand of an alias depends on features"));
        }
        Ok(match requirement {
            AliasRequirement::Any | AliasRequirement::Class(..) => None,
            AliasRequirement::Tied(other) => Some(OperandTest::Same(index, *other)),
            AliasRequirement::Operand(operand) => {
                Some(OperandTest::Is(index, self.value(*operand)))
            }
            AliasRequirement::Listed(_, numbers) => {
                Some(OperandTest::OneOf(index, numbers.clone()))
            }
            AliasRequirement::Number(_, None) => Some(OperandTest::AnyNumber(index)),
            AliasRequirement::Number(_, Some(codec)) => {
                Some(OperandTest::Fits(index, self.number(*codec)))
            }
        })
    }

    /// Returns the long forms of short instructions.
    pub(super) fn replacements(&mut self) -> Result<Vec<ReplacementGroup>, AnalysisError> {
        let mut groups = Vec::new();
        if !self.machine().syntax.is_compressed {
            return Ok(groups);
        }
        for (id, opcode) in self.opcodes.list.clone() {
            let replacements = self.replacements_of(id)?;
            if !replacements.is_empty() {
                groups.push(ReplacementGroup { opcode, replacements });
            }
        }
        Ok(groups)
    }

    fn replacements_of(
        &mut self,
        id: InstructionId,
    ) -> Result<Vec<ReplacementModel>, AnalysisError> {
        let cases = self.cases;
        let lists = cases.machines.iter().map(|machine| machine.compression.to_long.get(&id));
        let lists: Vec<&[CompressReplacement]> =
            lists.map(|list| list.map_or(&[][..], Vec::as_slice)).collect();
        let mut orders: Vec<usize> = lists.iter().copied().flatten().map(|it| it.order).collect();
        orders.sort_unstable();
        orders.dedup();
        let mut models = Vec::new();
        for order in orders {
            let by_case: Vec<Option<&CompressReplacement>> =
                lists.iter().map(|list| list.iter().find(|it| it.order == order)).collect();
            let without_classes = by_case.iter().map(|it| it.map(without_classes));
            // Each variant is tried in its own cases.
            for (shape, is_in) in distinct(without_classes.collect()) {
                let Some(shape) = shape else { continue };
                let own: Vec<&CompressReplacement> = by_case
                    .iter()
                    .zip(&is_in)
                    .filter_map(|(it, is_in)| it.filter(|_| *is_in))
                    .collect();
                let features = own[0].features.iter().cloned();
                let condition: Vec<FeatureExpr> =
                    features.chain([cases.condition(&is_in)]).collect();
                let condition = self.conditions.all(condition);
                let tests = self.replacement_tests(own[0], &by_case, &is_in);
                let opcode = self.opcodes.names[&shape.instruction].clone();
                let operands = shape.operands.iter().map(|source| match source {
                    CompressSource::Operand(index) => OperandSource::Operand(*index),
                    CompressSource::Value(value) => OperandSource::Value(self.value(*value)),
                });
                let operands: Vec<OperandSource> = operands.collect();
                self.add_count(shape.instruction, operands.len());
                models.push(ReplacementModel { condition, tests, opcode, operands });
            }
        }
        Ok(models)
    }

    fn replacement_tests(
        &mut self,
        replacement: &CompressReplacement,
        by_case: &[Option<&CompressReplacement>],
        is_in: &[bool],
    ) -> Vec<OperandTest> {
        let mut tests: Vec<OperandTest> = Vec::new();
        for (number, condition) in replacement.conditions.iter().enumerate() {
            let test = match condition {
                CompressCondition::Same(one, other) => OperandTest::Same(*one, *other),
                CompressCondition::Equal(index, value) => {
                    OperandTest::Is(*index, self.value(*value))
                }
                CompressCondition::Below(index, limit) => {
                    OperandTest::BelowIfNumber(*index, *limit)
                }
                CompressCondition::Number(index, codec) => {
                    OperandTest::FitsIfNumber(*index, self.number(*codec))
                }
                CompressCondition::In(index, members) => {
                    let own = |(it, is_in): (&Option<&CompressReplacement>, &bool)| match it
                        .filter(|_| *is_in)
                        .map(|it| &it.conditions[number])
                    {
                        Some(CompressCondition::In(_, members)) => members.clone(),
                        _ => members.clone(),
                    };
                    let sets: Vec<Vec<RegisterId>> = by_case.iter().zip(is_in).map(own).collect();
                    OperandTest::In(*index, self.class(sets))
                }
            };
            if !tests.contains(&test) {
                tests.push(test);
            }
        }
        tests
    }
}

/// Returns a replacement without the registers of its classes.
fn without_classes(replacement: &CompressReplacement) -> CompressReplacement {
    let mut shape = replacement.clone();
    for condition in &mut shape.conditions {
        if let CompressCondition::In(_, members) = condition {
            members.clear();
        }
    }
    shape
}

/// Returns the distinct values, each with the cases that have it.
fn distinct<T: PartialEq>(values: Vec<T>) -> Vec<(T, Vec<bool>)> {
    let count = values.len();
    let mut all: Vec<(T, Vec<bool>)> = Vec::new();
    for (case, value) in values.into_iter().enumerate() {
        let index = all.iter().position(|(other, _)| *other == value).unwrap_or(all.len());
        if index == all.len() {
            all.push((value, vec![false; count]));
        }
        all[index].1[case] = true;
    }
    all
}
