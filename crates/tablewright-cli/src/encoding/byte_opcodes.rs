//! Instructions whose encoding is a byte opcode followed by operands, for example in WebAssembly: a byte, or a prefix
//! byte and a LEB128 number.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::no_such_instruction;
use tablewright_inspect::encoding::{DiagramCell, EncodingDiagram};
use tablewright_llvm::Scoped;
use tablewright_records::{RecordStore, TextSink};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::byte_opcodes::{ByteEntry, ByteOpcodes};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::InstructionOperands;

use super::report::{EncodingReport, EncodingRow, OPCODES, WORDS};
use super::{EncodingCommand, EncodingForm, input, svg};
use crate::description_command::CommandSubject;
use crate::report::ListRow;

/// An instruction and its opcode.
#[derive(Serialize)]
struct ByteOpcodeRow<'s> {
    instruction: &'s str,
    /// Opcode bytes in hexadecimal digits.
    opcode: String,
    operands: Vec<ByteOpcodesOperand<'s>>,
    asm: &'s str,
}

/// An operand after the opcode.
#[derive(Serialize)]
struct ByteOpcodesOperand<'s> {
    name: &'s str,
    /// Enumerator of the operand type.
    #[serde(rename = "type")]
    operand_type: String,
}

/// Decoded bytes.
#[derive(Serialize)]
struct DecodedBytes<'a> {
    word: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(flatten)]
    opcode: Option<&'a ByteOpcodeRow<'a>>,
    /// Bytes after the opcode.
    rest: String,
}

/// A row in a list.
#[derive(Serialize)]
#[serde(untagged)]
enum OpcodeItem<'a> {
    Opcode(&'a ByteOpcodeRow<'a>),
    Bytes(DecodedBytes<'a>),
}

impl ListRow for OpcodeItem<'_> {
    fn list(&self) -> &'static str {
        match self {
            OpcodeItem::Opcode(_) => OPCODES,
            OpcodeItem::Bytes(_) => WORDS,
        }
    }
}

impl EncodingRow for OpcodeItem<'_> {
    fn cells(&self) -> [String; 5] {
        let no = String::new;
        match self {
            OpcodeItem::Opcode(it) => {
                [no(), it.instruction.to_owned(), no(), it.opcode.clone(), no()]
            }
            OpcodeItem::Bytes(it) => {
                let name = it.opcode.map_or("", |opcode| opcode.instruction);
                [it.word.to_owned(), name.to_owned(), no(), no(), no()]
            }
        }
    }
}

pub(super) fn text(
    asked: &EncodingCommand,
    subject: &mut CommandSubject<'_, '_>,
) -> Result<String, Failure> {
    if asked.has_conflicts || asked.setup.is_restricted() {
        let message = "opcodes in bytes have neither conflicts nor decoder tables";
        return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
    }
    let store = subject.store;
    let instructions = subject.analysis::<Instructions>()?;
    let operands = subject.analysis::<InstructionOperands>()?;
    let tables = ByteOpcodes::collect(store, subject.diagnostics)?;
    let opcodes = all(store, instructions, operands, &tables);
    let rows = if asked.has_encodings { Some(find(&opcodes, &asked.instructions)?) } else { None };
    let digits = asked.words.as_deref().map(input::byte_digits);
    let words =
        digits.as_ref().map(|words| words.iter().map(|hex| decode(&opcodes, hex)).collect());
    let words: Option<Vec<DecodedBytes<'_>>> = words.transpose()?;
    if let Some(form) = asked.form.report_form() {
        let lists = [rows.is_some().then_some(OPCODES), words.is_some().then_some(WORDS)];
        let mut report = EncodingReport::new(lists);
        rows.iter().flatten().for_each(|opcode| report.push(OpcodeItem::Opcode(opcode)));
        words.into_iter().flatten().for_each(|word| report.push(OpcodeItem::Bytes(word)));
        return Ok(form.print(&report, subject.width));
    }
    let diagrams: Vec<EncodingDiagram> =
        rows.iter().flatten().map(|opcode| diagram_of(opcode)).collect();
    if asked.form == EncodingForm::Svg {
        return Ok(svg::text(&diagrams));
    }
    let mut sections: Vec<String> = diagrams.iter().map(EncodingDiagram::text).collect();
    sections.extend(words.iter().flatten().map(text_of));
    Ok(sections.join("\n"))
}

/// Returns all opcodes, starting with the opcodes without a prefix.
fn all<'s>(
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    tables: &ByteOpcodes<'s>,
) -> Vec<ByteOpcodeRow<'s>> {
    let mut opcodes = Vec::new();
    for (prefix, entries) in &tables.tables {
        for (number, entry) in (0u32..).zip(entries) {
            let ByteEntry::Instruction(found) = entry else { continue };
            let list = operands.for_instruction(found.instruction);
            let operand = list.list().iter().map(|operand| ByteOpcodesOperand {
                name: store.str(operand.name),
                operand_type: Scoped(list.class(operand).operand_type()).to_string(),
            });
            opcodes.push(ByteOpcodeRow {
                instruction: store.record(instructions.record(found.instruction)).name(),
                opcode: bytes(*prefix, number),
                operands: operand.collect(),
                asm: found.asm_string,
            });
        }
    }
    opcodes
}

/// Formats an opcode as bytes. The number after a prefix is encoded in LEB128.
fn bytes(prefix: u32, number: u32) -> String {
    if prefix == 0 {
        return format!("{number:02x}");
    }
    let mut bytes = format!("{prefix:02x}");
    let mut remaining_bits = number;
    loop {
        let (low, high) = (remaining_bits & 0x7f, remaining_bits >> 7);
        write!(bytes, "{:02x}", if high == 0 { low } else { low | 0x80 });
        if high == 0 {
            return bytes;
        }
        remaining_bits = high;
    }
}

/// Finds the opcodes for instruction names. Without names, returns all opcodes.
fn find<'a>(
    opcodes: &'a [ByteOpcodeRow<'a>],
    names: &[String],
) -> Result<Vec<&'a ByteOpcodeRow<'a>>, Diagnostic> {
    if names.is_empty() {
        return Ok(opcodes.iter().collect());
    }
    let rows = names.iter().map(|name| {
        let all = || opcodes.iter().map(|opcode| opcode.instruction);
        opcodes
            .iter()
            .find(|opcode| opcode.instruction == name)
            .ok_or_else(|| no_such_instruction(name, all()))
    });
    rows.collect()
}

/// Decodes bytes in hexadecimal digits, the first byte first.
fn decode<'a>(
    opcodes: &'a [ByteOpcodeRow<'a>],
    hex: &'a str,
) -> Result<DecodedBytes<'a>, Diagnostic> {
    let digits = hex.strip_prefix("0x").or_else(|| hex.strip_prefix("0X")).unwrap_or(hex);
    let digits = digits.to_ascii_lowercase();
    let are_bytes = !digits.is_empty()
        && digits.len().is_multiple_of(2)
        && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !are_bytes {
        let message = format!("expected bytes in hexadecimal digits, found '{hex}'");
        return Err(Diagnostic::error_anywhere(Code::UnknownName, message));
    }
    // No opcode is a prefix of another opcode.
    let opcode = opcodes.iter().find(|opcode| digits.starts_with(&opcode.opcode));
    let tail = opcode.map_or("", |opcode| &digits[opcode.opcode.len()..]).to_owned();
    Ok(DecodedBytes { word: hex, opcode, rest: tail })
}

fn diagram_of(opcode: &ByteOpcodeRow<'_>) -> EncodingDiagram {
    let pairs = opcode.opcode.as_bytes().chunks(2).map(String::from_utf8_lossy);
    let bytes = (0u32..).zip(pairs).map(|(byte, digits)| DiagramCell {
        bits: Some((8 * byte + 7, 8 * byte)),
        text: format!("0x{digits}"),
    });
    let operands = opcode
        .operands
        .iter()
        .map(|operand| DiagramCell { bits: None, text: operand.name.to_owned() });
    let title = format!("{}  {}", opcode.instruction, opcode.asm);
    EncodingDiagram { title, cells: bytes.chain(operands).collect() }
}

fn text_of(decoded: &DecodedBytes<'_>) -> String {
    let mut text = format!("{}\n", decoded.word);
    let Some(opcode) = decoded.opcode else {
        text.push_str("  no instruction\n");
        return text;
    };
    writeln!(text, "  {}  {}", opcode.instruction, opcode.asm);
    for ByteOpcodesOperand { name, operand_type } in &opcode.operands {
        writeln!(text, "    operand   {name}: {operand_type}");
    }
    if !decoded.rest.is_empty() {
        writeln!(text, "    bytes     {}", decoded.rest);
    }
    text
}
