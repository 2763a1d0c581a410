//! The word that an instruction becomes when its fields have values.

use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;
use tablewright_target::instructions::encoding::{EncodingBit, EncodingBits};
use tablewright_target::record_views::instruction::InstructionRecord;

/// The word of an instruction in hexadecimal digits, with `0x` before them. Each field of its encoding has a value in
/// `fields`; bits that nothing sets are 0, as an encoder writes them.
///
/// # Errors
/// Where there is no such instruction, it has no encoding of fixed length, a field has no value, or a value does not
/// fit into the bits of its field.
pub fn encoded_word(
    store: &RecordStore,
    instruction: &str,
    fields: &[(String, i64)],
) -> Result<String, Diagnostic> {
    let error = |message: String| Diagnostic::error_anywhere(Code::UnknownName, message);
    let record = store.find_record(instruction).map(|id| store.record(id));
    let Some(record) = record.and_then(InstructionRecord::of) else {
        let names = store.derived_if_defined("Instruction");
        let names = names.iter().map(|record| record.name());
        let mut missing = error(format!("there is no instruction '{instruction}'"));
        if let Some(similar) = most_similar(instruction, names) {
            missing.note(None, format!("did you mean '{similar}'?"));
        }
        return Err(missing);
    };
    let bits = EncodingBits::of(*record, false)?;
    let mut digits = vec![0u8; bits.width().div_ceil(4) as usize];
    // How many bits of each field the encoding has.
    let mut widths: Vec<u32> = vec![0; fields.len()];
    for number in 0..bits.width() {
        let is_set = match bits.get(number) {
            EncodingBit::Fixed(is_set) => is_set,
            EncodingBit::Unset => false,
            EncodingBit::Variable { field, bit } => {
                let name = store.str(field);
                let Some(index) = fields.iter().position(|(field, _)| field == name) else {
                    let message = format!("the field '{name}' of '{instruction}' has no value");
                    return Err(error(message));
                };
                widths[index] = widths[index].max(bit + 1);
                fields[index].1 >> bit.min(63) & 1 != 0
            }
        };
        if is_set && let Some(digit) = digits.get_mut(number as usize / 4) {
            *digit |= 1 << (number % 4);
        }
    }
    for ((name, value), &width) in fields.iter().zip(&widths) {
        if width == 0 {
            return Err(error(format!("'{instruction}' has no bits of a field '{name}'")));
        }
        // As a signed or as an unsigned number.
        let rest = value.checked_shr(width).unwrap_or(value >> 63);
        if rest != 0 && (rest != -1 || value >> (width - 1).min(63) != -1) {
            return Err(error(format!("{value} does not fit into the {width} bits of '{name}'")));
        }
    }
    let digits = digits.iter().rev().filter_map(|&digit| char::from_digit(digit.into(), 16));
    Ok(format!("0x{}", digits.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use tablewright_test_support::store_of;

    use super::*;

    const TEXT: &str = "class Instruction { string Namespace = \"T\"; }\n\
                        def ADD : Instruction {\n bits<12> Inst; bits<4> imm; bits<2> rd;\n\
                        let Inst{11-8} = 0b1010; let Inst{5-2} = imm; let Inst{1-0} = rd;\n}\ndef other;\n";

    fn word(instruction: &str, fields: &[(&str, i64)]) -> Result<String, String> {
        let store = store_of(TEXT);
        let fields: Vec<(String, i64)> =
            fields.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        encoded_word(&store, instruction, &fields).map_err(|error| error.message)
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
        assert_eq!(error(&[("rd", 3)]), "the field 'imm' of 'ADD' has no value");
        assert_eq!(error(&[("rd", 4), ("imm", 0)]), "4 does not fit into the 2 bits of 'rd'");
        assert_eq!(error(&[("rd", 0), ("imm", -9)]), "-9 does not fit into the 4 bits of 'imm'");
        assert_eq!(error(&[("rd", 0), ("imm", 0), ("rs", 1)]), "'ADD' has no bits of a field 'rs'");
        assert_eq!(word("other", &[]), Err("there is no instruction 'other'".to_owned()));
    }
}
