//! The instruction for a line: the first row that matches and that can be encoded.

use tablewright_syntax::similar::most_similar;

use super::error::AssemblyError;
use super::operand_match::{Matched, match_row};
use super::rows::{AsmRow, AsmRows};
use crate::codec::Codec;
use crate::cursor::Mismatch;
use crate::encoder::NotEncoded;
use crate::insn::InsnOperand;
use crate::machine::Machine;
use crate::number::{NumberCodec, low_mask, sign_extended};
use crate::text::InsnRefusal;

/// Near misses: the places furthest to the right where rows do not match.
#[derive(Default)]
struct NearMisses {
    at: usize,
    expected: Vec<String>,
    /// Predicates of rows that match except for features.
    features: Vec<String>,
}

impl NearMisses {
    fn add(&mut self, mismatch: Mismatch) {
        if mismatch.at > self.at || self.expected.is_empty() {
            self.at = mismatch.at;
            self.expected.clear();
        }
        if mismatch.at == self.at && !self.expected.contains(&mismatch.expected) {
            self.expected.push(mismatch.expected);
        }
    }

    fn message(&self, what: &str) -> String {
        const SHOWN: usize = 4;
        if !self.features.is_empty() {
            return format!("the instruction needs {}", self.features.join(", "));
        }
        let mut shown = self.expected[..self.expected.len().min(SHOWN)].join(" or ");
        if self.expected.len() > SHOWN {
            shown.push_str(" or others");
        }
        format!("{what}: expected {shown}")
    }
}

/// Finds the instruction for a line: the first row whose operands can be symbols if the line has
/// symbols there, otherwise the first row that matches. The line is read from the byte offset `start`, where its mnemonic begins.
pub(super) fn find(
    machine: &Machine<'_>,
    rows: &AsmRows,
    line: &str,
    number: usize,
    start: usize,
) -> Result<Matched, AssemblyError> {
    let rest = &line[start..];
    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
    let mnemonic = rest[..end].to_ascii_lowercase();
    let mut replaced = None;
    if let Some(other) = rows.replacement(&mnemonic) {
        replaced = Some((format!("{}{other}{}", &line[..start], &rest[end..]), other.to_owned()));
    }
    let (text, mnemonic) = match &replaced {
        Some((text, mnemonic)) => (text.as_str(), mnemonic.as_str()),
        None => (line, mnemonic.as_str()),
    };
    let mut misses = NearMisses::default();
    // An instruction whose operand needs a known value.
    let mut fallback = None;
    for row in rows.candidates(mnemonic) {
        match match_row(machine, rows, row, text, start) {
            Ok(_) if !row.missing.is_empty() => {
                if misses.features.is_empty() {
                    misses.features.clone_from(&row.missing);
                }
            }
            Ok(matched) => match check(machine, row, matched) {
                Ok(matched) if takes_symbols(machine, &matched) => return Ok(matched),
                Ok(matched) => {
                    fallback.get_or_insert(matched);
                }
                Err(mismatch) => misses.add(mismatch),
            },
            Err(mismatch) => misses.add(mismatch),
        }
    }
    if let Some(matched) = fallback {
        return Ok(matched);
    }
    let is_known = misses.at > start || !misses.features.is_empty();
    if !is_known {
        let mut message = format!("unknown instruction '{}'", &rest[..end]);
        if let Some(similar) = most_similar(mnemonic, rows.mnemonics()) {
            message.push_str(&format!(", did you mean '{similar}'?"));
        }
        return Err(AssemblyError::new(number, line, start, message));
    }
    let at = if misses.features.is_empty() { misses.at } else { start };
    // A replaced mnemonic may have another length.
    let shift = line.len() as isize - text.len() as isize;
    let at = at.saturating_add_signed(if at > start { shift } else { 0 });
    let message = misses.message(&operand_name(line, start, at));
    Err(AssemblyError::new(number, line, at, message))
}

/// Whether the operands with symbols are relative or have a relocation.
fn takes_symbols(machine: &Machine<'_>, matched: &Matched) -> bool {
    let Matched { insn, expressions, .. } = matched;
    machine.is_expanded(insn.instruction)
        || insn.operands.iter().enumerate().all(|(index, operand)| {
            let InsnOperand::Expression(expression) = operand else { return true };
            let expression = &expressions[*expression as usize];
            expression.minus.is_some()
                || machine.relative_distance(insn, index).is_some()
                || machine.operand_relocation(insn, index, &expression.modifier).is_some()
        })
}

/// Returns a name for the place of an error: "operand 2".
fn operand_name(line: &str, start: usize, at: usize) -> String {
    let text = line.get(start..at.min(line.len())).unwrap_or_default();
    let Some((_, operands)) = text.trim_start().split_once([' ', '\t']) else {
        return "after the mnemonic".to_owned();
    };
    format!("operand {}", operands.matches(',').count() + 1)
}

/// Checks that an instruction can be encoded, with or without symbols.
fn check(machine: &Machine<'_>, row: &AsmRow, matched: Matched) -> Result<Matched, Mismatch> {
    check_modifiers(machine, &matched)?;
    if machine.is_expanded(row.instruction) {
        return Ok(matched);
    }
    match machine.decoder.encode(&matched.insn) {
        Ok(_) => match machine.refusal(&matched.insn) {
            None => Ok(matched),
            Some(InsnRefusal { operand, expected }) => {
                let at = matched.places.get(operand).copied().unwrap_or(0);
                Err(Mismatch { at, expected })
            }
        },
        Err(NotEncoded { operand, codec }) => {
            let other = with_sign(machine, &matched, operand)
                .or_else(|| without_sign(machine, &matched, operand, codec));
            if let Some(matched) = other {
                return check(machine, row, matched);
            }
            let at = matched.places.get(operand).copied().unwrap_or(0);
            Err(Mismatch { at, expected: expected(codec) })
        }
    }
}

/// Checks that operands can have their modifiers, for example `%hi(x)`.
fn check_modifiers(machine: &Machine<'_>, matched: &Matched) -> Result<(), Mismatch> {
    let Matched { insn, expressions, places } = matched;
    for (index, operand) in insn.operands.iter().enumerate() {
        let InsnOperand::Expression(expression) = operand else { continue };
        let modifier = &expressions[*expression as usize].modifier;
        let rows = machine.syntax.assembler.relocations;
        // Some modifiers only compute a number.
        let is_known = !modifier.is_empty() && rows.iter().any(|row| row.modifier == modifier);
        if is_known && machine.operand_relocation(insn, index, modifier).is_none() {
            let at = places.get(index).copied().unwrap_or(0);
            return Err(Mismatch { at, expected: format!("an operand without '%{modifier}'") });
        }
    }
    Ok(())
}

/// Returns the instruction with a negative number that was written with 32 bits and without its sign; `None` for another
/// operand.
fn with_sign(machine: &Machine<'_>, matched: &Matched, operand: usize) -> Option<Matched> {
    let has_feature = |name: &str| machine.subtarget.has_feature(name);
    let number = matched.insn.operands.get(operand)?.number()?;
    let negative = u32::try_from(number).map(|bits| i64::from(bits as i32)).ok()?;
    if negative >= 0 || !(machine.syntax.assembler.wraps_numbers)(&has_feature) {
        return None;
    }
    let mut matched = matched.clone();
    matched.insn.operands[operand] = InsnOperand::Number(negative);
    Some(matched)
}

/// Returns the instruction with a negative number's bits in an unsigned field; `None` for another operand.
fn without_sign(
    machine: &Machine<'_>,
    matched: &Matched,
    operand: usize,
    codec: Option<(&Codec, u32)>,
) -> Option<Matched> {
    let list = machine.operands.for_instruction(matched.insn.instruction);
    let part = list.mi_operands().get(operand)?;
    let record = list.class(list.list().get(part.operand as usize)?).record;
    let name = machine.store.record(record).name();
    let (Codec::Number(NumberCodec { sign: None, shift, .. }), width) = codec? else { return None };
    let width = width + shift;
    let number = matched.insn.operands.get(operand)?.number()?;
    let is_negative = number < 0 && sign_extended(number as u64, width) == number;
    if !is_negative || !machine.syntax.assembler.signless_operands.contains(&name) {
        return None;
    }
    let mut matched = matched.clone();
    let bits = number as u64 & low_mask(width);
    matched.insn.operands[operand] = InsnOperand::Number(bits as i64);
    Some(matched)
}

/// Returns a description of the operands that a codec accepts.
pub(super) fn expected(codec: Option<(&Codec, u32)>) -> String {
    match codec {
        None => "an instruction with an encoding".to_owned(),
        Some((Codec::Number(number), width)) => {
            let (range, step) = number.range(width);
            let kind = match step {
                1 => "a number".to_owned(),
                step => format!("a multiple of {step}"),
            };
            format!("{kind} from {} to {}", range.start(), range.end())
        }
        Some((Codec::Numbers(numbers), _)) => {
            let numbers: Vec<String> =
                numbers.iter().map(|(_, number)| number.to_string()).collect();
            format!("one of {}", numbers.join(", "))
        }
        Some((
            Codec::Registers(_) | Codec::OptionalRegisters(_) | Codec::RegisterOrNone { .. },
            _,
        )) => "another register".to_owned(),
        Some((
            Codec::Constant(_) | Codec::Codes(_) | Codec::Parts(_) | Codec::Mapped { .. },
            _,
        )) => "another operand".to_owned(),
        Some((Codec::Unknown { .. }, _)) => "an operand with a known syntax".to_owned(),
    }
}
