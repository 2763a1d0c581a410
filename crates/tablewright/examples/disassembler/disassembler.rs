//! A disassembler that interprets the models of a target: which encodings a word can have, which bits are bits of an
//! operand, and what the instruction looks like in assembly language.

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

/// The encodings of a target, and the decisions that tell them apart.
pub(crate) struct Disassembler<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    encodings: Encodings,
    trees: Vec<DecisionTree>,
}

/// An operand: the number in its bits, and how many bits it has.
#[derive(Clone, Copy, Default)]
struct Operand {
    number: u64,
    width: u32,
}

impl<'s> Disassembler<'s> {
    /// A disassembler for the target of a description.
    ///
    /// # Errors
    /// Where the encodings are invalid.
    pub(crate) fn new(store: &'s RecordStore) -> Result<Disassembler<'s>, Box<dyn Error>> {
        let options = DecoderOptions::lenient(UniversalEncodings::InAllModes);
        let encodings = Encodings::collect(store, options, &mut Diagnostics::new())?;
        let trees = encodings.groups.iter().map(|group| group.tree(store, &encodings)).collect();
        Ok(Disassembler { store, instructions: store.analyze()?, encodings, trees })
    }

    /// The instruction of a word, if it is one.
    pub(crate) fn instruction(&self, word: u32) -> Option<Record<'s>> {
        let groups = self.encodings.groups.iter().zip(&self.trees);
        let found = groups.filter(|(group, _)| group.width == 32).find_map(|(group, tree)| {
            let word = BitPattern::of_hex(&format!("{word:08x}"), group.width)?;
            matches(&self.encodings, group, tree, &word).into_iter().next()
        })?;
        let instruction = self.encodings.encodings[found.encoding].instruction;
        Some(self.store.record(self.instructions.record(instruction)))
    }

    /// The word in assembly language.
    ///
    /// # Errors
    /// Where the description lacks a field.
    pub(crate) fn text(&self, word: u32) -> Result<Option<String>, Box<dyn Error>> {
        let Some(instruction) = self.instruction(word) else { return Ok(None) };
        let mut text = instruction.string("AsmString")?.replace('\t', " ");
        let operands = operands(instruction, word);
        // The longest names first, so that `$rs1` is not taken for `$rs` and a digit.
        for (name, operand) in operands.iter().rev() {
            let kind = kind_of(instruction, name).ok_or("an operand is in no list")?;
            let shown = self.operand_text(kind, *operand)?;
            text = text.replace(&format!("${{{name}}}"), &shown);
            text = text.replace(&format!("${name}"), &shown);
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

/// The operands of an instruction in a word, by name.
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

/// The class of registers or kind of number of an operand.
fn kind_of<'s>(instruction: Record<'s>, name: &str) -> Option<Record<'s>> {
    let list = |field: &str| instruction.get(field)?.as_dag()?.arg(name)?.as_record();
    list("OutOperandList").or_else(|| list("InOperandList"))
}
