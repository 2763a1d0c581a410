//! A disassembler that interprets a target's models: it finds a word's encoding, extracts the
//! operand bits, and prints the instruction in assembly language.

use std::collections::BTreeMap;
use std::error::Error;

use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::target::decoding::bit_pattern::BitPattern;
use tablewright::target::decoding::decision_tree::DecisionTree;
use tablewright::target::decoding::decode::matches;
use tablewright::target::decoding::decoder_options::{DecoderOptions, UniversalEncodings};
use tablewright::target::decoding::encodings::Encodings;
use tablewright::target::instructions::Instructions;
use tablewright::{BitSource, Record, RecordStore, ValueRef};

/// A target's encodings, with decision trees to choose among them.
pub(crate) struct Disassembler<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    encodings: Encodings,
    trees: Vec<DecisionTree>,
}

/// An operand: its value, and its width in bits.
#[derive(Clone, Copy, Default)]
struct Operand {
    number: u64,
    width: u32,
}

impl<'s> Disassembler<'s> {
    /// Creates a disassembler for the target in a description.
    ///
    /// # Errors
    /// If the encodings are invalid.
    pub(crate) fn new(store: &'s RecordStore) -> Result<Disassembler<'s>, Box<dyn Error>> {
        let options = DecoderOptions::lenient(UniversalEncodings::InAllModes);
        let encodings = Encodings::collect(store, options, &mut Diagnostics::new())?;
        let trees = encodings.groups.iter().map(|group| group.tree(store, &encodings)).collect();
        Ok(Disassembler { store, instructions: store.analyze()?, encodings, trees })
    }

    /// Decodes a word; `None` if it is not an instruction.
    pub(crate) fn instruction(&self, word: u32) -> Option<Record<'s>> {
        let groups = self.encodings.groups.iter().zip(&self.trees);
        let decoded = groups.filter(|(group, _)| group.width == 32).find_map(|(group, tree)| {
            let word = BitPattern::from_hex(&format!("{word:08x}"), group.width)?;
            matches(&self.encodings, group, tree, &word).into_iter().next()
        })?;
        let instruction = self.encodings.encodings[decoded.encoding].instruction;
        Some(self.store.record(self.instructions.record(instruction)))
    }

    /// Disassembles a word; `None` if it is not an instruction.
    ///
    /// # Errors
    /// If a field is missing in the description.
    pub(crate) fn text(&self, word: u32) -> Result<Option<String>, Box<dyn Error>> {
        let Some(instruction) = self.instruction(word) else { return Ok(None) };
        let mut text = instruction.string("AsmString")?.replace('\t', " ");
        let operands = operands(instruction, word);
        // Reverse order, so that the name `$rs1` is replaced before its prefix `$rs`.
        for (name, operand) in operands.iter().rev() {
            let kind = kind_of(instruction, name).ok_or("an operand is in no list")?;
            let replacement = self.operand_text(kind, *operand)?;
            text = text.replace(&format!("${{{name}}}"), &replacement);
            text = text.replace(&format!("${name}"), &replacement);
        }
        Ok(Some(text))
    }

    fn operand_text(&self, kind: Record<'_>, operand: Operand) -> Result<String, Box<dyn Error>> {
        let Operand { number, width } = operand;
        if kind.inherits("RegisterClass") {
            for register in self.store.derived_from_name("Register")? {
                if register.bits("HWEncoding")?.to_int() == Some(number as i64) {
                    return Ok(register.string("AsmName")?.to_owned());
                }
            }
        }
        let sign = 1 << (width - 1);
        let is_negative = kind.bit("IsSigned")? && number & sign != 0;
        let number = if is_negative { number as i64 - 2 * sign as i64 } else { number as i64 };
        Ok((number << kind.int("Shift")?).to_string())
    }
}

/// Extracts an instruction's operands from a word, by name.
fn operands(instruction: Record<'_>, word: u32) -> BTreeMap<String, Operand> {
    let mut operands: BTreeMap<String, Operand> = BTreeMap::new();
    let bits = instruction.get("Inst").and_then(ValueRef::as_bits);
    for (index, source) in bits.iter().flat_map(|bits| bits.sources()).enumerate() {
        if let BitSource::Field { field, bit } = source {
            let operand = operands.entry(field.to_owned()).or_default();
            operand.number |= u64::from(word >> index & 1) << bit;
            operand.width = operand.width.max(bit + 1);
        }
    }
    operands
}

/// Returns the register class or operand record of an operand.
fn kind_of<'s>(instruction: Record<'s>, name: &str) -> Option<Record<'s>> {
    let list = |field: &str| instruction.get(field)?.as_dag()?.arg(name)?.as_record();
    list("OutOperandList").or_else(|| list("InOperandList"))
}
