//! X86 encodings: in the notation used by processor manuals, with the location of each operand.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::{DiagramCell, EncodingDiagram, X86Instructions, X86Word};
use tablewright_records::{Record, TextSink};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::x86::encoding::X86Encoding;
use tablewright_target::decoding::x86::instruction::X86Instruction;
use tablewright_target::decoding::x86::notation::{notation, operand_place};
use tablewright_target::decoding::x86::operand_kind::{OperandEncoding, X86OperandType};
use tablewright_target::decoding::x86::operands::{NO_OPERANDS, OperandSpecifier, operand_set};
use tablewright_target::instructions::InstructionId;

use super::report::{ENCODINGS, EncodingReport, EncodingRow, WORDS};
use super::x86_words;
use super::{EncodingCommand, EncodingForm, input, svg};
use crate::description_command::CommandSubject;
use crate::report::ListRow;
use crate::suggestion;

/// An instruction encoding.
#[derive(Serialize)]
struct X86Row<'s> {
    instruction: &'s str,
    /// Notation used by processor manuals. `None` if the instruction lacks an encoding.
    notation: Option<String>,
    operands: Vec<X86Operand<'s>>,
    /// Unit for 8-bit displacements, in bytes.
    displacement_scale: u8,
    /// Whether bytes can be decoded to the instruction.
    is_decoded: bool,
}

/// An operand and its location.
#[derive(Serialize)]
struct X86Operand<'s> {
    name: &'s str,
    class: &'s str,
    /// The part of the encoding that contains the operand.
    location_in_encoding: String,
}

/// A row in a list.
#[derive(Serialize)]
#[serde(untagged)]
enum X86Item<'a> {
    Encoding(X86Row<'a>),
    Word(X86Word<'a>),
}

impl ListRow for X86Item<'_> {
    fn list(&self) -> &'static str {
        match self {
            X86Item::Encoding(_) => ENCODINGS,
            X86Item::Word(_) => WORDS,
        }
    }
}

impl EncodingRow for X86Item<'_> {
    fn cells(&self) -> [String; 5] {
        let no = String::new;
        match self {
            X86Item::Encoding(it) => {
                let notation = it.notation.clone().unwrap_or_default();
                [no(), it.instruction.to_owned(), no(), notation, no()]
            }
            X86Item::Word(it) => {
                let name = it.decoded.as_ref().map_or("", |decoded| decoded.instruction);
                [it.word.to_owned(), name.to_owned(), no(), no(), no()]
            }
        }
    }
}

/// Shows the encodings for instruction names, and decoded bytes.
pub(super) fn text(
    asked: &EncodingCommand,
    subject: &mut CommandSubject<'_, '_>,
) -> Result<String, Failure> {
    if asked.has_conflicts || asked.setup.is_restricted() {
        let message = "bytes of X86 are decoded in a mode alone: \
                       --conflicts, --table, --cpu and --features are for other targets";
        return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
    }
    let x86 = X86Instructions::new(subject.store, subject.diagnostics)?;
    let rows = if asked.has_encodings { Some(rows(&x86, &asked.instructions)?) } else { None };
    let digits = asked.words.as_deref().map(input::byte_digits);
    let words = digits.as_ref().map(|words| {
        let decoded = words.iter().map(|word| x86.decode(word, asked.mode, subject.diagnostics));
        decoded.collect::<Result<Vec<X86Word<'_>>, _>>()
    });
    let words = words.transpose()?;
    if let Some(form) = asked.form.report_form() {
        let lists = [rows.is_some().then_some(ENCODINGS), words.is_some().then_some(WORDS)];
        let mut report = EncodingReport::new(lists);
        rows.into_iter().flatten().for_each(|row| report.push(X86Item::Encoding(row)));
        words.into_iter().flatten().for_each(|word| report.push(X86Item::Word(word)));
        return Ok(form.print(&report, subject.width));
    }
    let rows = rows.unwrap_or_default();
    if asked.form == EncodingForm::Svg {
        let diagrams: Vec<EncodingDiagram> = rows.iter().map(diagram).collect();
        return Ok(svg::text(&diagrams));
    }
    let mut sections: Vec<String> = rows.iter().map(row_text).collect();
    sections.extend(words.iter().flatten().map(x86_words::text));
    Ok(sections.join("\n"))
}

/// Returns the encodings for instruction names. Without names, all instructions that bytes can be decoded to.
fn rows<'s>(x86: &X86Instructions<'s>, names: &[String]) -> Result<Vec<X86Row<'s>>, Failure> {
    let (store, instructions) = (x86.store(), x86.instructions());
    let mut rows = Vec::new();
    if names.is_empty() {
        for (id, record) in instructions.iter() {
            if let Some(instruction) = X86Instruction::from_record(store.record(record))? {
                rows.push(decoded(x86, id, &instruction)?);
            }
        }
    }
    for name in names {
        let id = find(x86, name)?;
        let record = store.record(instructions.record(id));
        rows.push(match X86Instruction::from_record(record)? {
            Some(instruction) => decoded(x86, id, &instruction)?,
            None => hidden(record)?,
        });
    }
    Ok(rows)
}

fn find(x86: &X86Instructions<'_>, name: &str) -> Result<InstructionId, Failure> {
    let (store, instructions) = (x86.store(), x86.instructions());
    let record = store.find_record(name);
    record.and_then(|record| instructions.id(record)).ok_or_else(|| {
        let all = instructions.records().iter().map(|&id| store.record(id).name());
        suggestion::unknown_name("instruction", name, all).into()
    })
}

/// Builds the row for a decodable instruction.
fn decoded<'s>(
    x86: &X86Instructions<'s>,
    id: InstructionId,
    instruction: &X86Instruction<'s>,
) -> Result<X86Row<'s>, Failure> {
    let operands = x86.operands().for_instruction(id);
    let set = operand_set(instruction, operands)?;
    let encoding = &instruction.encoding;
    let names: Vec<&str> =
        operands.list().iter().map(|operand| x86.store().str(operand.name)).collect();
    let operands = operands.list().iter().zip(&set).map(|(operand, specifier)| {
        let (name, class) = x86.operand(id, operand);
        X86Operand { name, class, location_in_encoding: location(specifier, &names) }
    });
    Ok(X86Row {
        instruction: instruction.record.name(),
        notation: Some(notation(instruction.record, encoding, &set)?),
        operands: operands.collect(),
        displacement_scale: encoding.displacement_scale.max(1),
        is_decoded: true,
    })
}

/// Describes an operand's location. `names` contains all operand names.
fn location(specifier: &OperandSpecifier, names: &[&str]) -> String {
    match (specifier.encoding, specifier.operand_type) {
        (OperandEncoding::Dup, X86OperandType::Dup(number)) => {
            let name = names.get(usize::from(number));
            let name = name.map_or("another".to_owned(), |name| format!("${name}"));
            format!("the same register as {name}")
        }
        _ => operand_place(specifier).to_owned(),
    }
}

/// Builds the row for an instruction that bytes cannot be decoded to.
fn hidden(record: Record<'_>) -> Result<X86Row<'_>, Failure> {
    let notation = match X86Encoding::from_record(record)? {
        Some(encoding) if encoding.form.0 != 0 => Some(notation(record, &encoding, &NO_OPERANDS)?),
        _ => None,
    };
    let (instruction, operands) = (record.name(), Vec::new());
    Ok(X86Row { instruction, notation, operands, displacement_scale: 1, is_decoded: false })
}

/// Formats the instruction with its encoding, then each operand on its own line.
fn row_text(row: &X86Row<'_>) -> String {
    let mut text = row.instruction.to_owned();
    match &row.notation {
        Some(notation) => writeln!(text, "  {notation}"),
        None => text.push_str("\n  does not have its own encoding\n"),
    }
    if row.notation.is_some() && !row.is_decoded {
        text.push_str("  no bytes are decoded to it\n");
    }
    let names = row.operands.iter().map(|it| it.name.len() + 1).max().unwrap_or_default();
    let classes = row.operands.iter().map(|it| it.class.len()).max().unwrap_or_default();
    for X86Operand { name, class, location_in_encoding } in &row.operands {
        let name = format!("${name}");
        writeln!(text, "  {name:names$}  {class:classes$}  {location_in_encoding}");
    }
    if row.displacement_scale > 1 {
        let scale = row.displacement_scale;
        writeln!(text, "  a displacement of 8 bits counts units of {scale} bytes");
    }
    text
}

/// Builds a diagram with a box for each part of the notation.
fn diagram(row: &X86Row<'_>) -> EncodingDiagram {
    let operands: Vec<String> =
        row.operands.iter().map(|it| format!("${} {}", it.name, it.location_in_encoding)).collect();
    let title = format!("{}  {}", row.instruction, operands.join(", "));
    let parts = row.notation.as_deref().unwrap_or_default().split(' ');
    let cells = parts.map(|part| DiagramCell { bits: None, text: part.to_owned() });
    EncodingDiagram { title, cells: cells.collect() }
}
