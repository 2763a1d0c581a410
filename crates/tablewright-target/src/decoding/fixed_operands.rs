//! Operands in fixed-length encodings: the encoding bits of each operand.
//!
//! In: an instruction, its encoding and the fields in the encoding bits. Out: the operand decoding
//! steps.

use tablewright_records::{Dag, DagArg, FieldError, Record, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::symbol::Symbol;

use super::decoder_options::DecoderOptions;
use super::operand_decoder::{EncodedField, OperandDecoder, OperandDecoders, OperandParts};
use crate::instructions::encoding::{EncodingBit, EncodingBits, FieldRun};
use crate::instructions::operands::{OperandConstraint, Operands};
use crate::record_views::instruction::{InstructionRecord, OperandRecord};

/// Returns the runs of field bits in `bits`, lowest first.
pub(super) fn field_runs(bits: EncodingBits<'_>) -> Vec<(Symbol, FieldRun)> {
    let mut runs: Vec<(Symbol, FieldRun)> = Vec::new();
    for inst_bit in 0..bits.width() {
        let EncodingBit::Variable { field, bit } = bits.get(inst_bit) else { continue };
        match runs.last_mut() {
            Some((last, run))
                if *last == field
                    && run.inst_bit + run.len == inst_bit
                    && run.field_bit + run.len == bit =>
            {
                run.len += 1;
            }
            _ => runs.push((field, FieldRun { inst_bit, field_bit: bit, len: 1 })),
        }
    }
    runs
}

/// A reader for the operands in an encoding.
pub(super) struct FixedOperands<'a, 's> {
    /// The record with the encoding fields.
    pub(super) encoding: Record<'s>,
    pub(super) runs: &'a [(Symbol, FieldRun)],
    /// Pairs of tied operand names, last pair first.
    tied: Vec<(Symbol, Symbol)>,
    /// The options, if operands without bits are an error. `None` in older releases, which omit
    /// such operands.
    rules: Option<DecoderOptions>,
    pub(super) decoders: &'a mut OperandDecoders,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl<'a, 's> FixedOperands<'a, 's> {
    pub(super) fn new(
        encoding: Record<'s>,
        runs: &'a [(Symbol, FieldRun)],
        operands: Operands<'_>,
        rules: Option<DecoderOptions>,
        decoders: &'a mut OperandDecoders,
        diagnostics: &'a mut Diagnostics,
    ) -> FixedOperands<'a, 's> {
        let tied = tied_names(operands);
        FixedOperands { encoding, runs, tied, rules, decoders, diagnostics }
    }

    /// Builds the decoder for the operands of `instruction`.
    pub(super) fn decoder(
        &mut self,
        instruction: Record<'s>,
    ) -> Result<OperandDecoder, FieldError> {
        let mut operands = Vec::new();
        let instruction = InstructionRecord::new(instruction);
        for arg in instruction.out_operand_list()?.args {
            self.operand(arg, &mut operands)?;
        }
        for arg in instruction.in_operand_list()?.args {
            self.operand(arg, &mut operands)?;
        }
        Ok(OperandDecoder::from_operands(operands))
    }

    fn operand(
        &mut self,
        arg: &DagArg,
        operands: &mut Vec<OperandParts>,
    ) -> Result<(), FieldError> {
        let store = self.encoding.store();
        // An argument may be a dag, `(op $a, $b):$name`, with names for the operand parts.
        let (value, part_names) = if let Value::Dag(dag) = store.value(arg.value) {
            (dag.operator, Some(dag.args))
        } else {
            (arg.value, None)
        };
        // Invalid operands were already reported when instructions were read.
        let (Value::Def(class), Some(name)) = (store.value(value), arg.name) else { return Ok(()) };
        let class = store.record(class);
        let parts: Option<Dag<'s>> = if class.inherits("Operand") {
            Some(OperandRecord::new(class).mi_operand_info()?)
        } else {
            None
        };
        let mut method = self.decoders.for_record(class)?;
        if let Some(names) = part_names {
            if method.is_some() {
                self.report(name, class, &named_parts_problem(class.name()), false);
                return Ok(());
            }
            for (part, name) in parts.map_or(&[][..], |parts| parts.args).iter().zip(names) {
                let Value::Def(class) = store.value(part.value) else { continue };
                let method = self.decoders.for_record(store.record(class))?;
                let mut operand = OperandParts { method, ..OperandParts::default() };
                if let Some(rules) = self.rules {
                    if let Some(name) = name.name {
                        let part = store.record(class);
                        operands.extend(self.operand_with_bits(name, part, operand, rules));
                    }
                    continue;
                }
                if let Some(name) = name.name {
                    self.add_fields(name, &mut operand);
                }
                operands.push(operand);
            }
            return Ok(());
        }
        if let Some(rules) = self.rules {
            if method.is_none() && parts.is_some_and(|parts| !parts.args.is_empty()) {
                self.report(name, class, PARTS_PROBLEM, true);
                return Ok(());
            }
            let operand = OperandParts { method, ..OperandParts::default() };
            operands.extend(self.operand_with_bits(name, class, operand, rules));
            return Ok(());
        }
        match parts.map(|parts| parts.args) {
            Some([part]) if method.is_none() => {
                if let Value::Def(class) = store.value(part.value) {
                    method = self.decoders.for_record(store.record(class))?;
                }
            }
            Some([_, _, ..]) if method.is_none() => {
                self.report(name, class, UNNAMED_PARTS_PROBLEM, true);
                return Ok(());
            }
            _ => {}
        }
        let mut operand = OperandParts { method, ..OperandParts::default() };
        self.add_fields(name, &mut operand);
        // Users of the instruction must add an operand without encoding bits.
        if !operand.fields.is_empty() {
            operands.push(operand);
        }
        Ok(())
    }

    /// Returns the operand with this name and its bits; `None` if it is omitted, or if required
    /// bits are missing.
    fn operand_with_bits(
        &mut self,
        name: Symbol,
        class: Record<'s>,
        mut operand: OperandParts,
        rules: DecoderOptions,
    ) -> Option<OperandParts> {
        let store = self.encoding.store();
        let tied = self.tied.iter().find(|(one, _)| *one == name).map(|&(_, other)| other);
        let slot = self.encoding.slot_of(name);
        let slot = slot.or_else(|| self.encoding.slot_of(tied?));
        let value = slot.map(|slot| self.encoding.field_at(slot).value);
        // A field with zero bits means that the operand does not have any bits, even if it is tied
        // to an operand with bits.
        let has_no_bits = match slot.map(|slot| store.value(self.encoding.field_at(slot).value)) {
            Some(Value::Bits(bits)) => bits.is_empty(),
            _ => false,
        };
        if !has_no_bits {
            self.add_fields(name, &mut operand);
        }
        if !operand.fields.is_empty() {
            return Some(operand);
        }
        let (mut width, mut known, mut initial) = (1, false, 0);
        match value.map(|value| store.value(value)) {
            Some(Value::Bits(bits)) => {
                width = bits.len();
                for (bit, value) in bits.iter().enumerate() {
                    known |= value == ValueId::TRUE || value == ValueId::FALSE;
                    let is_set = value == ValueId::TRUE && bit < u64::BITS as usize;
                    initial |= u64::from(is_set).checked_shl(bit as u32).unwrap_or(0);
                }
            }
            Some(Value::Bit(bit)) => (known, initial) = (true, bit.into()),
            _ => {}
        }
        if known {
            operand.initial = Some(initial);
            return (!rules.ignores_fully_defined_operands).then_some(operand);
        }
        let text = store.str(name);
        let problem = match (width, operand.method) {
            (0, Some(_)) => {
                operand.has_no_bits = true;
                return Some(operand);
            }
            (0, None) => {
                let class = class.name();
                format!("operand '{text}' of type '{class}' must have a decoder method")
            }
            _ if rules.ignores_non_decodable_operands => return None,
            _ => format!("could not find field for operand '{text}'"),
        };
        let positions = self.encoding.positions().iter().copied();
        let mut error = Diagnostic::error_at(Code::EncodedOperands, positions, problem);
        error.label(class.pos(), "what the operand is");
        self.diagnostics.push(error);
        None
    }

    /// Adds the encoding fields of the operand with this name.
    fn add_fields(&self, name: Symbol, operand: &mut OperandParts) {
        let (encoding, store) = (self.encoding, self.encoding.store());
        // Operand bits may be constant.
        if let Some(slot) = encoding.slot_of(name)
            && let Value::Bits(bits) = store.value(encoding.field_at(slot).value)
        {
            for (bit, value) in bits.iter().enumerate().take(u64::BITS as usize) {
                if value == ValueId::TRUE {
                    *operand.initial.get_or_insert(0) |= 1 << bit;
                }
            }
        }
        let tied = self.tied.iter().find(|(one, _)| *one == name).map(|&(_, other)| other);
        for &(field, run) in self.runs {
            if field == name || Some(field) == tied {
                operand.fields.push(EncodedField {
                    base: run.inst_bit,
                    width: run.len,
                    offset: run.field_bit,
                });
            }
        }
        if operand.fields.is_empty() && operand.method.is_some() {
            operand.initial = None;
        }
    }

    fn report(&mut self, operand: Symbol, class: Record<'_>, problem: &str, prints_record: bool) {
        let store = self.encoding.store();
        let name = store.str(operand);
        let message = format!("DecoderEmitter: operand \"{name}\" {problem}");
        let positions = self.encoding.positions().iter().copied();
        let mut error = Diagnostic::error_at(Code::EncodedOperands, positions, message);
        error.label(class.pos(), "what the operand is");
        self.diagnostics.push(error);
        if prints_record {
            let mut text = "Dumping record for previous error:\n".to_owned();
            store.write_record(&mut text, self.encoding);
            self.diagnostics.push(Diagnostic::new(Severity::CompatibleNote, None, text.trim_end()));
        }
    }
}

fn named_parts_problem(class: &str) -> String {
    format!("has type \"{class}\" with a custom DecoderMethod, but also named sub-operands.")
}

const PARTS_PROBLEM: &str = "has non-empty MIOperandInfo, but doesn't have a custom decoder!";

const UNNAMED_PARTS_PROBLEM: &str =
    "uses MIOperandInfo with multiple ops, but doesn't have a custom decoder!";

/// Returns the names of tied operands. The last constraint wins.
fn tied_names(operands: Operands<'_>) -> Vec<(Symbol, Symbol)> {
    let parts = operands.mi_operands();
    let name = |number: usize| {
        let part = &parts[number];
        part.name.unwrap_or(operands.list()[part.operand as usize].name)
    };
    let mut tied = Vec::new();
    for (number, part) in parts.iter().enumerate().rev() {
        if let OperandConstraint::TiedTo(other) = part.constraint {
            let (one, other) = (name(number), name(other as usize));
            tied.extend([(other, one), (one, other)]);
        }
    }
    tied
}
