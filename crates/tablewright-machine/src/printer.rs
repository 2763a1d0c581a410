//! Instructions as text: a plan for each instruction, from its assembly string.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::asm_piece::{AsmPiece, for_each_piece};
use tablewright_target::instructions::asm_string;
use tablewright_target::instructions::operands::{InstructionOperands, Operands, no_operand};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::InstructionRecord;

use crate::alias::AliasPlan;
use crate::field_number::FieldNumbers;
use crate::print_piece::{InsnPiece, push_text};
use crate::text::TextRule;
use crate::text_builder::{TextBuilder, TextRuleId};

/// Plans and rules.
pub(crate) struct InsnPrinter {
    pub(crate) plans: IndexVec<InstructionId, Vec<InsnPiece>>,
    pub(crate) rules: IndexVec<TextRuleId, TextRule>,
    /// The rules' methods.
    pub(crate) methods: IndexVec<TextRuleId, String>,
    pub(crate) aliases: FxHashMap<InstructionId, Vec<AliasPlan>>,
    /// Whether instructions are printed as they are, not as aliases.
    pub(crate) no_aliases: bool,
    /// The variant of assembly strings.
    pub(crate) variant: usize,
    /// Instruction fields that printing functions read.
    pub(crate) fields: FieldNumbers,
}

/// Builds the plans for all instructions.
pub(crate) fn plans(
    store: &RecordStore,
    variant: usize,
    rules: &mut TextBuilder<'_, '_>,
    unknown: &mut dyn FnMut(&str) -> u16,
    diagnostics: &mut Diagnostics,
) -> Result<IndexVec<InstructionId, Vec<InsnPiece>>, AnalysisError> {
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let mut plans = IndexVec::new();
    for (id, record) in instructions.iter() {
        let record = store.record(record);
        let text = InstructionRecord::new(record).asm_string()?;
        let text = asm_string::for_variant(text, variant);
        plans.push(plan(record, &text, operands.for_instruction(id), rules, unknown)?);
    }
    Ok(plans)
}

fn plan(
    record: Record<'_>,
    text: &str,
    operands: Operands<'_>,
    rules: &mut TextBuilder<'_, '_>,
    unknown: &mut dyn FnMut(&str) -> u16,
) -> Result<Vec<InsnPiece>, FieldError> {
    let mut pieces: Vec<InsnPiece> = Vec::new();
    for_each_piece(record, text, |piece| {
        match piece {
            AsmPiece::Text(text) => push_text(&mut pieces, text),
            AsmPiece::Escaped(character) => {
                push_text(&mut pieces, character.encode_utf8(&mut [0; 4]));
            }
            AsmPiece::Operand { name: "", modifier } => {
                pieces.push(InsnPiece::Special(modifier.to_owned()));
            }
            AsmPiece::Operand { name, .. } => {
                let symbol = record.store().symbols().get(name);
                let Some(index) = symbol.and_then(|symbol| operands.named(symbol)) else {
                    return Err(no_operand(record, name));
                };
                let operand = &operands.list()[index];
                let method = &operands.class(operand).print_method;
                let rule = rules.method(method, &mut *unknown)?;
                pieces.push(InsnPiece::Operand { operand: operand.mi_operand as usize, rule });
            }
        }
        Ok(())
    })?;
    Ok(pieces)
}

impl InsnPrinter {
    /// Returns the method without a row that prints a piece.
    pub(crate) fn unknown(&self, piece: &InsnPiece) -> Option<u16> {
        let InsnPiece::Operand { rule, .. } = piece else { return None };
        if let TextRule::Unknown(method) = self.rules[*rule] { Some(method) } else { None }
    }
}
