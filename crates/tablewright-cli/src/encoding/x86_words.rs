//! Decoded X86 bytes as text.

use tablewright_inspect::encoding::{DecodedOperand, DecodedX86, X86Value, X86Word};
use tablewright_records::TextSink;

/// Formats decoded bytes.
pub(super) fn text(word: &X86Word<'_>) -> String {
    let mut text = format!("{}\n", word.word);
    let Some(decoded) = &word.decoded else {
        text.push_str("  no instruction\n");
        return text;
    };
    let DecodedX86 { instruction, length, context, opcode, mod_rm, operands } = decoded;
    let plural = if *length == 1 { "" } else { "s" };
    writeln!(text, "  {instruction}  {length} byte{plural}");
    write!(text, "    found in  {context}, opcode {opcode}");
    if let Some(mod_rm) = mod_rm {
        write!(text, ", ModR/M {mod_rm}");
    }
    text.push('\n');
    for DecodedOperand { name, class, value } in operands {
        writeln!(text, "    operand   ${name}: {class}, {}", value_text(value, operands));
    }
    if !word.rest.is_empty() {
        writeln!(text, "    rest      {}", word.rest);
    }
    text
}

fn value_text(value: &X86Value, operands: &[DecodedOperand<'_>]) -> String {
    match value {
        X86Value::Register { number, register } => register_text(*number, register.as_deref()),
        X86Value::Number { value } => value.to_string(),
        X86Value::Same { operand } => {
            let name = operands.get(usize::from(*operand)).map_or("", |operand| operand.name);
            format!("the same as ${name}")
        }
        X86Value::Implicit => "not encoded".to_owned(),
        X86Value::Memory {
            bases,
            base_registers,
            is_relative,
            index,
            index_register,
            scale,
            displacement,
            address_bits,
        } => {
            let bases = bases.iter().zip(base_registers);
            let mut parts: Vec<String> = bases
                .map(|(&number, register)| register_text(number, register.as_deref()))
                .collect();
            if *is_relative {
                parts.push("the next address".to_owned());
            }
            if let Some(number) = index {
                let index = register_text(*number, index_register.as_deref());
                parts.push(format!("{scale} * {index}"));
            }
            if *displacement != 0 || parts.is_empty() {
                parts.push(displacement.to_string());
            }
            format!("memory at {} ({address_bits} bits)", parts.join(" + "))
        }
    }
}

/// Names a register by its record, or by its number if the description lacks the record.
fn register_text(number: u8, register: Option<&str>) -> String {
    register.map_or_else(|| format!("register {number}"), str::to_owned)
}
