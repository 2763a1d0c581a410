//! Operands of a line, as pieces of a row, become instruction operands.

use tablewright_records::RecordId;
use tablewright_target::registers::RegisterId;

use super::rows::{AsmRow, AsmRows, RowPiece, RowResult};
use crate::codec::Codec;
use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::{Insn, InsnOperand, InsnOperands};
use crate::machine::Machine;
use crate::text::ParseContext;
use crate::text::{ParsedOperand, ParsedText};

/// A line that matches a row.
#[derive(Clone, Debug)]
pub(super) struct Matched {
    pub(super) insn: Insn,
    /// Expressions with symbols, which operands refer to.
    pub(super) expressions: Vec<AsmExpression>,
    /// By instruction operand, where its text begins.
    pub(super) places: Vec<usize>,
}

/// An operand that is read.
struct ReadOperand {
    at: usize,
    parsed: ParsedText,
    record: RecordId,
}

/// Compares a line with a row.
pub(super) fn match_row(
    machine: &Machine<'_>,
    rows: &AsmRows,
    row: &AsmRow,
    line: &str,
    start: usize,
) -> Result<Matched, Mismatch> {
    let mut cursor = TextCursor::at(line, start);
    let mut read: Vec<ReadOperand> = Vec::new();
    let mut before = InsnOperands::new();
    for (index, piece) in row.pieces.iter().enumerate() {
        match piece {
            RowPiece::Text(text) if index + 1 < row.pieces.len() => cursor.eat_glued(text)?,
            RowPiece::Text(text) => cursor.eat_words(text)?,
            RowPiece::Operand { record, rule } => {
                let mut at = cursor.clone();
                at.skip_blanks();
                let is_register = rows.members.contains_key(record);
                let context = ParseContext {
                    machine,
                    instruction: row.instruction,
                    record: *record,
                    before: &before,
                    is_register,
                };
                let mut parsed = rows.rules[*rule].parse(&context, &mut cursor)?;
                let mut end = at.clone();
                if let Some(symbol) = symbol_like_register(machine, *record, &parsed, &mut end) {
                    cursor = end;
                    parsed = ParsedText::from_iter([ParsedOperand::Expression(symbol)]);
                }
                for operand in &parsed {
                    before.push(match operand {
                        ParsedOperand::Value(operand) => *operand,
                        ParsedOperand::Register(registers) => InsnOperand::Register(registers[0]),
                        ParsedOperand::Expression(_) => InsnOperand::Expression(0),
                    });
                }
                read.push(ReadOperand { at: at.position(), parsed, record: *record });
            }
        }
    }
    if !cursor.is_at_end() {
        return Err(Mismatch::new(&cursor, "the end of the line"));
    }
    operands(machine, rows, row, &read)
}

/// Reads a symbol if an operand that is an address has the name of a register, for example `x`
/// of AVR.
fn symbol_like_register(
    machine: &Machine<'_>,
    record: RecordId,
    parsed: &ParsedText,
    cursor: &mut TextCursor<'_>,
) -> Option<AsmExpression> {
    let is_register = matches!(parsed[..], [ParsedOperand::Register(_)]);
    let is_unnamed = || {
        let name = machine.store.record(record).name();
        machine.syntax.assembler.unnamed_addresses.contains(&name)
    };
    if !is_register || !machine.is_address(record) || is_unnamed() {
        return None;
    }
    AsmExpression::parse(cursor).ok()
}

fn operands(
    machine: &Machine<'_>,
    rows: &AsmRows,
    row: &AsmRow,
    read: &[ReadOperand],
) -> Result<Matched, Mismatch> {
    let insn = Insn::new(row.instruction, InsnOperands::new());
    let mut matched = Matched { insn, expressions: Vec::new(), places: Vec::new() };
    for result in &row.results {
        match *result {
            RowResult::Piece(piece) => {
                let Some(operand) = read.get(piece) else { continue };
                for parsed in &operand.parsed {
                    let value = value(machine, rows, operand, parsed, &mut matched)?;
                    matched.insn.operands.push(value);
                    matched.places.push(operand.at);
                }
            }
            RowResult::Same(one, other) => {
                let [Some(one), Some(other)] = [one, other].map(|index| read.get(index)) else {
                    continue;
                };
                if one.parsed != other.parsed {
                    let expected = "the same register as the operand before".to_owned();
                    return Err(Mismatch { at: other.at, expected });
                }
            }
            RowResult::Copy(index) => {
                let operand = matched.insn.operands.get(index).copied();
                let place = matched.places.get(index).copied();
                matched.insn.operands.push(operand.unwrap_or(InsnOperand::NoRegister));
                matched.places.push(place.unwrap_or(0));
            }
            RowResult::Number(number) => push_fixed(&mut matched, InsnOperand::Number(number)),
            RowResult::Register(id) => push_fixed(&mut matched, InsnOperand::Register(id)),
            RowResult::NoRegister => push_fixed(&mut matched, InsnOperand::NoRegister),
        }
    }
    choose_registers(machine, read, &mut matched);
    Ok(matched)
}

fn push_fixed(matched: &mut Matched, operand: InsnOperand) {
    matched.insn.operands.push(operand);
    matched.places.push(0);
}

fn value(
    machine: &Machine<'_>,
    rows: &AsmRows,
    operand: &ReadOperand,
    parsed: &ParsedOperand,
    matched: &mut Matched,
) -> Result<InsnOperand, Mismatch> {
    let record = machine.store.record(operand.record);
    Ok(match parsed {
        ParsedOperand::Register(registers) => {
            let members = rows.members.get(&operand.record);
            let is_member =
                |id: &&RegisterId| members.is_none_or(|members| members.binary_search(id).is_ok());
            let is_absent =
                |id: &RegisterId| machine.register_name(*id) == machine.syntax.registers.absent;
            match registers.iter().find(is_member) {
                Some(&register) => InsnOperand::Register(register),
                None if registers.iter().any(is_absent) => InsnOperand::NoRegister,
                None => {
                    let expected = match machine.operand_class_name(record) {
                        Some(class) => format!("a register of the class {class}"),
                        None => "a number".to_owned(),
                    };
                    return Err(Mismatch { at: operand.at, expected });
                }
            }
        }
        ParsedOperand::Value(InsnOperand::Number(number))
            if let Some(id) = numbered_register(machine, rows, operand.record, *number) =>
        {
            InsnOperand::Register(id)
        }
        ParsedOperand::Value(InsnOperand::Number(0))
            if machine.syntax.registers.none == "0"
                && machine.operand_class_name(record).is_some() =>
        {
            InsnOperand::NoRegister
        }
        ParsedOperand::Value(InsnOperand::Number(_)) | ParsedOperand::Expression(_)
            if machine.operand_class_name(record).is_some() =>
        {
            let expected = "a register".to_owned();
            return Err(Mismatch { at: operand.at, expected });
        }
        ParsedOperand::Value(value) => {
            if let InsnOperand::Number(number) = value
                && let Some(width) = machine.subtarget.operand_width(&machine.syntax, record)
                && !(0..1 << width.min(62)).contains(number)
            {
                let expected = format!("a number from 0 to {}", (1_i64 << width.min(62)) - 1);
                return Err(Mismatch { at: operand.at, expected });
            }
            *value
        }
        ParsedOperand::Expression(expression) => {
            matched.expressions.push(expression.clone());
            InsnOperand::Expression(matched.expressions.len() as u32 - 1)
        }
    })
}

/// Returns the register with an encoding in an operand's class, if the target's assembler reads
/// numbers as registers.
fn numbered_register(
    machine: &Machine<'_>,
    rows: &AsmRows,
    operand: RecordId,
    number: i64,
) -> Option<RegisterId> {
    let members = rows.members.get(&operand).filter(|_| machine.syntax.registers.reads_numbers)?;
    let encodings = &machine.registers.encodings;
    members.iter().copied().find(|id| u64::try_from(number) == Ok(encodings[*id]))
}

/// Replaces registers by others with the same name if the encoding has these.
fn choose_registers(machine: &Machine<'_>, read: &[ReadOperand], matched: &mut Matched) {
    let Some(encoding) = machine.first_encoding(matched.insn.instruction) else { return };
    let mut index = 0;
    for step in &encoding.steps {
        let codec = &machine.decoder.codecs[step.codec];
        for part in 0..codec.count() {
            let (codec, _) = codec.part(part, step.width());
            if let Codec::Registers(registers) | Codec::OptionalRegisters(registers) = codec
                && let Some(InsnOperand::Register(register)) = matched.insn.operands.get(index)
                && !registers.contains(*register)
            {
                let named =
                    read.iter().flat_map(|operand| &operand.parsed).find_map(
                        |parsed| match parsed {
                            ParsedOperand::Register(names) => {
                                names.contains(register).then_some(names)
                            }
                            ParsedOperand::Value(_) | ParsedOperand::Expression(_) => None,
                        },
                    );
                let other =
                    named.and_then(|names| names.iter().find(|id| registers.contains(**id)));
                if let Some(&other) = other {
                    matched.insn.operands[index] = InsnOperand::Register(other);
                }
            }
            index += 1;
        }
    }
}
