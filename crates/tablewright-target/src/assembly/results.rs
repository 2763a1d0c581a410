//! The sources for instruction operands once a row has matched.
//!
//! In: instruction operands and row operands. Out: a [`ResultOperand`] for each instruction operand
//! or operand part.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::matchable::{AsmOperand, ResultOperand, Tie};
use super::texts::{AsmTexts, TextId};
use crate::inst_alias::{InstAlias, ResultValue};
use crate::instructions::operands::{Operand, OperandConstraint, Operands};

/// Returns the first operand with this name after index `after`.
fn index_of(asm_operands: &[AsmOperand], name: TextId, after: Option<u32>) -> Option<u32> {
    let from = after.map_or(0, |after| after as usize + 1);
    let candidates = asm_operands.get(from..)?;
    candidates.iter().position(|operand| operand.name == name).map(|index| (from + index) as u32)
}

/// Returns the row operand with this name and part.
fn index_of_part(asm_operands: &[AsmOperand], name: TextId, part: Option<u32>) -> Option<u32> {
    let index = asm_operands.iter().position(|o| o.name == name && o.part == part);
    index.map(|index| index as u32)
}

/// Returns the machine operand to which a single-part operand is tied.
fn tied_to(operands: Operands<'_>, operand: &Operand) -> Option<u32> {
    match operands.parts(operand) {
        [part] => {
            if let OperandConstraint::TiedTo(output) = part.constraint {
                Some(output)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Returns the row operand that renders a result.
fn rendered(results: &[ResultOperand], result: u32) -> Option<u32> {
    // The machine operand number is used as a result index, as in the reference. The two differ
    // after an operand with several parts.
    if let Some(&ResultOperand::Rendered { operand, .. }) = results.get(result as usize) {
        Some(operand)
    } else {
        None
    }
}

/// Returns the results for an instruction's own row. `text_of` returns an operand name's text if
/// any row mentions it.
pub(super) fn instruction_results(
    operands: Operands<'_>,
    asm_operands: &[AsmOperand],
    record: Record<'_>,
    text_of: impl Fn(Symbol) -> Option<TextId>,
) -> Result<Vec<ResultOperand>, FieldError> {
    let mut results = Vec::with_capacity(operands.list().len());
    for operand in operands.list() {
        let name = text_of(operand.name);
        if let Some(output) = tied_to(operands, operand) {
            let own = name.and_then(|name| asm_operands.iter().position(|o| o.own_name == name));
            let tied = match (own, rendered(&results, output)) {
                (Some(own), Some(other)) => [Some(other), Some(own as u32)],
                _ => [Some(0), Some(0)],
            };
            results.push(ResultOperand::Tied(Tie { result: Some(output), operands: tied }));
            continue;
        }
        let Some(index) = name.and_then(|name| index_of(asm_operands, name, None)) else {
            // The assembly string does not mention the operand. The target sets its value.
            results.push(ResultOperand::Imm(0));
            continue;
        };
        let count = operand.mi_operand_count;
        if asm_operands[index as usize].part.is_none() {
            results.push(ResultOperand::Rendered { operand: index, mi_operand_count: count });
            continue;
        }
        if (index + count) as usize > asm_operands.len() {
            let name = record.store().str(operand.name);
            let message =
                format!("parts of operand '{name}' do not follow each other in the asm string");
            let error = FieldError::new(Code::AsmStrings, record, message);
            return Err(error.label_field(record, "AsmString"));
        }
        let parts = index..index + count;
        results
            .extend(parts.map(|operand| ResultOperand::Rendered { operand, mi_operand_count: 1 }));
    }
    Ok(results)
}

/// An alias with the names of its arguments.
#[derive(Clone, Copy)]
pub(super) struct NamedAlias<'a> {
    pub(super) alias: &'a InstAlias,
    /// By alias result, its name. Empty for numbers and registers.
    pub(super) names: &'a [TextId],
}

/// Returns the results for an alias. An alias may repeat an operand if the instruction has tied
/// operands.
pub(super) fn alias_results(
    operands: Operands<'_>,
    NamedAlias { alias, names }: NamedAlias<'_>,
    asm_operands: &[AsmOperand],
    record: Record<'_>,
    texts: &AsmTexts,
    checks_ties: bool,
) -> Result<Vec<ResultOperand>, FieldError> {
    let uses = OperandUses { checks_ties, last: Vec::new(), by_name: FxHashMap::default() };
    let results = Vec::with_capacity(operands.list().len());
    let mut builder =
        AliasResults { operands, alias, names, asm_operands, record, uses, results, next: 0 };
    for (index, operand) in operands.list().iter().enumerate() {
        let is_copied = match tied_to(operands, operand) {
            Some(output) => builder.tie(operand, output),
            None => false,
        };
        if !is_copied {
            builder.arguments_of(index, operand)?;
        }
    }
    let AliasResults { uses, results, .. } = builder;
    for (name, last) in uses.last {
        if last.is_some() && index_of(asm_operands, name, last).is_some() {
            let message = format!("Operand '{}' can never be matched", texts.get(name));
            return Err(
                FieldError::new(Code::AsmStrings, record, message).label_field(record, "AsmString")
            );
        }
    }
    Ok(results)
}

/// The operand mentions in the assembly string that results have used.
struct OperandUses {
    /// Whether a tie uses another mention.
    checks_ties: bool,
    /// The last used mention; `None` if all are used.
    last: Vec<(TextId, Option<u32>)>,
    by_name: FxHashMap<TextId, usize>,
}

impl OperandUses {
    /// Returns the last used mention for an operand. Starts with `first`.
    fn for_name(&mut self, name: TextId, first: u32) -> &mut Option<u32> {
        let last = &mut self.last;
        let index = *self.by_name.entry(name).or_insert_with(|| {
            last.push((name, Some(first)));
            last.len() - 1
        });
        &mut self.last[index].1
    }
}

/// The results for an alias during resolution.
struct AliasResults<'a> {
    operands: Operands<'a>,
    alias: &'a InstAlias,
    names: &'a [TextId],
    asm_operands: &'a [AsmOperand],
    record: Record<'a>,
    uses: OperandUses,
    results: Vec<ResultOperand>,
    /// The next alias argument.
    next: usize,
}

impl AliasResults<'_> {
    /// Adds the result for an operand tied to an output. Returns false if the tie is only checked
    /// and the alias has an argument for the operand.
    fn tie(&mut self, operand: &Operand, output: u32) -> bool {
        let first = rendered(&self.results, output);
        let mut tied = [Some(0), Some(0)];
        if let Some(first) = first {
            let name = self.asm_operands[first as usize].name;
            let checks_ties = self.uses.checks_ties;
            let last = self.uses.for_name(name, first);
            // If all mentions are used, the search restarts.
            let second = index_of(self.asm_operands, name, *last);
            if checks_ties {
                *last = second;
            }
            tied = [Some(first), Some(second.unwrap_or(first))];
        }
        let other = self.operands.list().get(output as usize);
        let record = |operand: &Operand| self.operands.class(operand).record;
        if other.is_some_and(|other| record(other) == record(operand)) {
            self.results.push(ResultOperand::Tied(Tie { result: Some(output), operands: tied }));
            return true;
        }
        let argument = self.alias.results.get(self.next);
        let name = self.names.get(self.next);
        let second = argument.zip(name).and_then(|(argument, &name)| {
            index_of_part(self.asm_operands, name, argument.part.map(|part| part as u32))
        });
        let operands = [first.or(Some(0)), second];
        self.results.push(ResultOperand::Tied(Tie { result: None, operands }));
        false
    }

    /// Adds results for all arguments that belong to an operand.
    fn arguments_of(&mut self, index: usize, operand: &Operand) -> Result<(), FieldError> {
        while let Some(argument) = self.alias.results.get(self.next)
            && argument.operand == index
        {
            let result = match argument.value {
                ResultValue::Imm(number) => ResultOperand::Imm(number),
                ResultValue::Reg(register) => ResultOperand::Reg(register),
                ResultValue::RegByHwMode(choice) => ResultOperand::RegByHwMode(choice),
                ResultValue::Operand { .. } => {
                    let name = self.names[self.next];
                    let part = argument.part.map(|part| part as u32);
                    let Some(source) = index_of_part(self.asm_operands, name, part) else {
                        return Err(self.not_in_string(operand));
                    };
                    self.uses.for_name(name, source);
                    let count = if part.is_none() { operand.mi_operand_count } else { 1 };
                    ResultOperand::Rendered { operand: source, mi_operand_count: count }
                }
            };
            self.results.push(result);
            self.next += 1;
        }
        Ok(())
    }

    fn not_in_string(&self, operand: &Operand) -> FieldError {
        let record = self.record;
        let name = record.store().str(operand.name);
        let message = format!(
            "Instruction '{}' has operand '{name}' that doesn't appear in asm string!",
            record.name()
        );
        FieldError::new(Code::AsmStrings, record, message).label_field(record, "AsmString")
    }
}
