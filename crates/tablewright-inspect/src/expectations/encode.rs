//! Encodes an instruction from values for its fields.

use tablewright_records::{RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;
use tablewright_target::instructions::encoding::{EncodingBit, EncodingBits, are_little_endian};
use tablewright_target::record_views::instruction::{InstructionRecord, TargetRecord};
use tablewright_target::record_views::register::RegisterRecord;

use super::{EncodedValue, FieldAssignment};

/// Encodes an instruction as a word in hexadecimal digits with `0x`. `fields` has a value for each
/// encoding field. Bits without a value are 0, as in an encoder. A register is encoded as its
/// `HWEncoding`.
///
/// # Errors
/// If the instruction does not exist, or its encoding is missing, mode-dependent or of variable
/// length. If a field's value is missing or too large.
pub fn encoded_word(
    store: &RecordStore,
    instruction: &str,
    fields: &[FieldAssignment],
) -> Result<String, Diagnostic> {
    let bits = encoding_of(expect_instruction(store, instruction)?)?;
    let values = fields
        .iter()
        .map(|assigned| Ok((assigned.field.as_str(), number_of(store, &assigned.value)?)));
    let values = values.collect::<Result<Vec<(&str, i64)>, Diagnostic>>()?;
    let mut digits = vec![0u8; bits.width().div_ceil(4) as usize];
    // Field widths in the encoding.
    let mut widths: Vec<u32> = vec![0; fields.len()];
    for number in 0..bits.width() {
        let is_set = match bits.get(number) {
            EncodingBit::Fixed(is_set) => is_set,
            EncodingBit::Unset => false,
            EncodingBit::Variable { field, bit } => {
                let name = store.str(field);
                let Some(index) = values.iter().position(|(field, _)| *field == name) else {
                    let message = format!("the field '{name}' of '{instruction}' lacks a value");
                    return Err(error(message));
                };
                widths[index] = widths[index].max(bit + 1);
                values[index].1 >> bit.min(63) & 1 != 0
            }
        };
        if is_set && let Some(digit) = digits.get_mut(number as usize / 4) {
            *digit |= 1 << (number % 4);
        }
    }
    for (&(name, value), &width) in values.iter().zip(&widths) {
        if width == 0 {
            return Err(error(format!(
                "the encoding of '{instruction}' does not contain the field '{name}'"
            )));
        }
        // The value may be signed or unsigned.
        let high_bits = value.checked_shr(width).unwrap_or(value >> 63);
        if high_bits != 0 && (high_bits != -1 || value >> (width - 1).min(63) != -1) {
            return Err(error(format!("{value} does not fit into the {width} bits of '{name}'")));
        }
    }
    let digits = digits.iter().rev().filter_map(|&digit| char::from_digit(digit.into(), 16));
    Ok(format!("0x{}", digits.collect::<String>()))
}

fn error(message: String) -> Diagnostic {
    Diagnostic::error_anywhere(Code::UnknownName, message)
}

fn expect_instruction<'s>(
    store: &'s RecordStore,
    name: &str,
) -> Result<InstructionRecord<'s>, Diagnostic> {
    let record = store.find_record(name).map(|id| store.record(id));
    record.and_then(InstructionRecord::from_record).ok_or_else(|| no_instruction(store, name))
}

fn no_instruction(store: &RecordStore, name: &str) -> Diagnostic {
    let names = store.derived_if_defined("Instruction");
    let names = names.iter().map(|record| record.name());
    let mut missing = error(format!("unknown instruction '{name}'"));
    if let Some(similar) = most_similar(name, names) {
        missing.note(None, format!("did you mean '{similar}'?"));
    }
    missing
}

/// Returns the bits of an instruction's only encoding.
fn encoding_of(instruction: InstructionRecord<'_>) -> Result<EncodingBits<'_>, Diagnostic> {
    let (record, store) = (*instruction, instruction.store());
    let name = record.name();
    let value = |field: &str| record.value(field).ok().map(|value| store.value(value));
    if let Some(Value::Def(_)) = value("EncodingInfos") {
        let message = "has an encoding for each mode of the hardware, and 'encode' names no mode";
        return Err(error(format!("'{name}' {message}")));
    }
    match value("Inst") {
        Some(Value::Bits(_)) => {}
        Some(Value::Dag(_)) => {
            let message = "has an encoding of variable length, which 'encode' does not compute";
            return Err(error(format!("'{name}' {message}: decode a word instead")));
        }
        _ if matches!(value("isPseudo"), Some(Value::Bit(true))) => {
            return Err(error(format!("'{name}' is a pseudo instruction without an encoding")));
        }
        _ => {
            let message = "lacks a field 'Inst' with its encoding bits; decode a word instead";
            return Err(error(format!("'{name}' {message}")));
        }
    }
    // Without a target, bits are in the usual order.
    let target = TargetRecord::all_if_defined(store).into_iter().next();
    let is_reversed = target.map(are_little_endian).transpose()?.unwrap_or_default();
    Ok(EncodingBits::new(record, is_reversed)?)
}

/// Returns the number that encodes a value.
fn number_of(store: &RecordStore, value: &EncodedValue) -> Result<i64, Diagnostic> {
    let name = match value {
        EncodedValue::Number(number) => return Ok(*number),
        EncodedValue::Register(name) => name,
    };
    let record = store.find_record(name).map(|id| store.record(id));
    let Some(register) = record.and_then(RegisterRecord::from_record) else {
        let registers = store.derived_if_defined("Register");
        let names = registers.iter().map(|record| record.name());
        let mut missing = error(format!("'{name}' is neither a number nor a register"));
        if let Some(similar) = most_similar(name, names) {
            missing.note(None, format!("did you mean '{similar}'?"));
        }
        return Err(missing);
    };
    let bits = register.hw_encoding()?;
    let bits = bits.iter().take(63).enumerate();
    Ok(bits.map(|(i, bit)| i64::from(bit == ValueId::TRUE) << i).sum())
}

#[cfg(test)]
mod tests {
    use tablewright_test_support::store_of;

    use super::*;

    const TEXT: &str = "class Instruction { string Namespace = \"T\"; }\n\
                        def ADD : Instruction {\n bits<12> Inst; bits<4> imm; bits<2> rd;\n\
                        let Inst{11-8} = 0b1010; let Inst{5-2} = imm; let Inst{1-0} = rd;\n}\ndef other;\n";

    fn word(instruction: &str, fields: &[(&str, i64)]) -> Result<String, String> {
        let number = |&(field, value): &(&str, i64)| FieldAssignment {
            field: field.to_owned(),
            value: EncodedValue::Number(value),
        };
        let fields: Vec<FieldAssignment> = fields.iter().map(number).collect();
        encoded_word(&store_of(TEXT), instruction, &fields).map_err(|error| error.message)
    }

    fn error_of(text: &str) -> String {
        let store = store_of(&format!("class Instruction {{ string Namespace = \"T\"; }}\n{text}"));
        let value = EncodedValue::Register("X".to_owned());
        let fields = [FieldAssignment { field: "rd".to_owned(), value }];
        encoded_word(&store, "I", &fields).expect_err("it is wrong").message
    }

    #[test]
    fn fields_become_bits() {
        assert_eq!(word("ADD", &[("rd", 3), ("imm", 5)]), Ok("0xa17".to_owned()));
        assert_eq!(word("ADD", &[("imm", -8), ("rd", 0)]), Ok("0xa20".to_owned()));
        assert_eq!(word("ADD", &[("imm", 15), ("rd", 0)]), Ok("0xa3c".to_owned()));
    }

    #[test]
    fn values_fit_and_fields_are_all_there() {
        let error = |fields: &[(&str, i64)]| word("ADD", fields).expect_err("it is wrong");
        assert_eq!(error(&[("rd", 3)]), "the field 'imm' of 'ADD' lacks a value");
        assert_eq!(error(&[("rd", 4), ("imm", 0)]), "4 does not fit into the 2 bits of 'rd'");
        assert_eq!(error(&[("rd", 0), ("imm", -9)]), "-9 does not fit into the 4 bits of 'imm'");
        assert_eq!(
            error(&[("rd", 0), ("imm", 0), ("rs", 1)]),
            "the encoding of 'ADD' does not contain the field 'rs'"
        );
        assert_eq!(word("other", &[]), Err("unknown instruction 'other'".to_owned()));
    }

    #[test]
    fn what_has_no_single_encoding_is_refused_in_words() {
        assert_eq!(
            error_of("def I : Instruction { int Opcode = 1; }"),
            "'I' lacks a field 'Inst' with its encoding bits; decode a word instead"
        );
        assert_eq!(
            error_of("def I : Instruction { bit isPseudo = 1; }"),
            "'I' is a pseudo instruction without an encoding"
        );
        assert_eq!(
            error_of("def op;\ndef I : Instruction { dag Inst = (op); }"),
            "'I' has an encoding of variable length, which 'encode' does not compute: decode a word \
             instead"
        );
        assert_eq!(
            error_of(
                "class Modes;\ndef modes : Modes;\n\
                 def I : Instruction { bits<1> Inst = 0; Modes EncodingInfos = modes; }"
            ),
            "'I' has an encoding for each mode of the hardware, and 'encode' names no mode"
        );
    }

    #[test]
    fn registers_are_their_numbers_and_bits_may_be_reversed() {
        let text = "class Register { bits<16> HWEncoding = 0; }\n\
                    def X5 : Register { let HWEncoding = 5; }\n\
                    class InstrInfo { bit isLittleEndianEncoding = 1; }\ndef Info : InstrInfo;\n\
                    class Target { InstrInfo InstructionSet = Info; }\n\
                    class Instruction { string Namespace = \"T\"; }\n\
                    def I : Instruction { bits<8> Inst; bits<4> rd; let Inst{0-3} = 0b1000;\n\
                    let Inst{4-7} = rd; }\n";
        let encoded = |text: &str, register: &str| {
            let value = EncodedValue::Register(register.to_owned());
            let fields = [FieldAssignment { field: "rd".to_owned(), value }];
            encoded_word(&store_of(text), "I", &fields).map_err(|error| error.message)
        };
        assert_eq!(encoded(&format!("{text}def T : Target;"), "X5"), Ok("0x85".to_owned()));
        assert_eq!(encoded(text, "X5"), Ok("0xa1".to_owned()));
        let missing = "'X6' is neither a number nor a register";
        assert_eq!(encoded(text, "X6"), Err(missing.to_owned()));
    }
}
