//! The encodings of X86: as processor manuals write them, and where each operand is.

use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::target::decoding::x86::encoding::X86Encoding;
use tablewright::target::decoding::x86::instruction::X86Instruction;
use tablewright::target::decoding::x86::notation::{notation, operand_place};
use tablewright::target::decoding::x86::operand_kind::{OperandEncoding, OperandType};
use tablewright::target::decoding::x86::operands::{NO_OPERANDS, OperandSpecifier, operand_set};
use tablewright::target::instructions::operands::{InstructionOperands, Operand};
use tablewright::target::instructions::{InstructionId, Instructions};
use tablewright::{Record, RecordStore, TextSink};

use super::{EncodingInspection, Form};
use crate::inspection::Subject;
use crate::suggestion;

/// The instructions of X86 and their operands.
struct X86<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
}

/// The encodings of the instructions of these names; without names, of all that words are decoded to.
pub(super) fn text(
    asked: &EncodingInspection,
    subject: &mut Subject<'_, '_>,
) -> Result<String, Failure> {
    let decodes = asked.words.is_some() || asked.has_conflicts || asked.setup.is_restricted();
    if asked.form != Form::Text || decodes {
        let message = "of X86, encodings are shown as text only, and words are not decoded";
        return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
    }
    let names = &asked.instructions;
    let (instructions, operands) = (subject.analysis()?, subject.analysis()?);
    let x86 = X86 { store: subject.store, instructions, operands };
    let mut sections = Vec::new();
    if names.is_empty() {
        for (id, record) in x86.instructions.iter() {
            if let Some(instruction) = X86Instruction::of(x86.store.record(record))? {
                sections.push(x86.decoded(id, &instruction)?);
            }
        }
    }
    for name in names {
        let id = x86.find(name)?;
        let record = x86.store.record(x86.instructions.record(id));
        sections.push(match X86Instruction::of(record)? {
            Some(instruction) => x86.decoded(id, &instruction)?,
            None => hidden(record)?,
        });
    }
    Ok(sections.join("\n"))
}

impl X86<'_> {
    fn find(&self, name: &str) -> Result<InstructionId, Failure> {
        let record = self.store.find_record(name);
        record.and_then(|record| self.instructions.id(record)).ok_or_else(|| {
            let all = self.instructions.records().iter().map(|&id| self.store.record(id).name());
            suggestion::unknown_name("instruction", name, all).into()
        })
    }

    /// An instruction that words are decoded to: a line for it and its encoding, and a line for each operand.
    fn decoded(
        &self,
        id: InstructionId,
        instruction: &X86Instruction<'_>,
    ) -> Result<String, Failure> {
        let operands = self.operands.of(id);
        let set = operand_set(instruction, operands)?;
        let encoding = &instruction.encoding;
        let mut text = instruction.record.name().to_owned();
        writeln!(text, "  {}", notation(instruction.record, encoding, &set)?);
        let row = |operand: &Operand| {
            let class = self.store.record(operands.class(operand).record);
            (format!("${}", self.store.str(operand.name)), class.name())
        };
        let rows: Vec<(String, &str)> = operands.list().iter().map(row).collect();
        let names = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let classes = rows.iter().map(|(_, class)| class.len()).max().unwrap_or_default();
        for ((name, class), specifier) in rows.iter().zip(&set) {
            let place = self.place(specifier, &rows);
            writeln!(text, "  {name:names$}  {class:classes$}  {place}");
        }
        if encoding.displacement_scale > 1 {
            let scale = encoding.displacement_scale;
            writeln!(text, "  a displacement of 8 bits counts units of {scale} bytes");
        }
        Ok(text)
    }

    /// Where an operand is.
    fn place(&self, specifier: &OperandSpecifier, rows: &[(String, &str)]) -> String {
        match (specifier.encoding, specifier.operand_type) {
            (OperandEncoding::Dup, OperandType::Dup(number)) => {
                let name = rows.get(usize::from(number)).map_or("another", |(name, _)| name);
                format!("the same register as {name}")
            }
            _ => operand_place(specifier).to_owned(),
        }
    }
}

/// An instruction that nothing is decoded to.
fn hidden(record: Record<'_>) -> Result<String, Failure> {
    let mut text = record.name().to_owned();
    match X86Encoding::of(record)? {
        Some(encoding) if encoding.form.0 != 0 => {
            writeln!(text, "  {}", notation(record, &encoding, &NO_OPERANDS)?);
            text.push_str("  no bytes are decoded to it\n");
        }
        _ => text.push_str("  has no encoding of its own\n"),
    }
    Ok(text)
}
