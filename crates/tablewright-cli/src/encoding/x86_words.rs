//! What bytes of X86 mean.

use serde::Serialize;
use tablewright::RecordStore;
use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright::target::decoding::x86::decode::{
    X86Base, X86Decoded, X86Decoder, X86Memory, X86Mode, X86OperandValue,
};
use tablewright::target::instructions::operands::{InstructionOperands, Operand};
use tablewright::target::instructions::{InstructionId, Instructions};

/// The instructions of X86 and their operands.
pub(super) struct X86<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) instructions: &'s Instructions,
    pub(super) operands: &'s InstructionOperands,
}

impl<'s> X86<'s> {
    /// The name and the class of an operand.
    pub(super) fn operand(&self, id: InstructionId, operand: &Operand) -> (&'s str, &'s str) {
        let class = self.store.record(self.operands.of(id).class(operand).record);
        (self.store.str(operand.name), class.name())
    }
}

/// Bytes and the first instruction in them.
#[derive(Serialize)]
pub(super) struct X86Word<'a> {
    /// As the user wrote them.
    pub(super) word: &'a str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) decoded: Option<DecodedX86<'a>>,
    /// The bytes after the instruction; all if there is none.
    rest: String,
}

/// The instruction that bytes are.
#[derive(Serialize)]
pub(super) struct DecodedX86<'a> {
    pub(super) instruction: &'a str,
    /// How many bytes it has.
    length: usize,
    /// The context of its prefixes, by which the tables of a decoder are chosen.
    context: String,
    /// The opcode, without the bytes that choose its table, in hexadecimal digits.
    opcode: String,
    /// The byte ModR/M in hexadecimal digits.
    mod_rm: Option<String>,
    operands: Vec<DecodedOperand<'a>>,
}

/// An operand and its value.
#[derive(Serialize)]
struct DecodedOperand<'a> {
    name: &'a str,
    class: &'a str,
    #[serde(flatten)]
    value: OperandValue,
}

/// The value of an operand.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum OperandValue {
    Register {
        /// Its number in encodings.
        number: u8,
    },
    Memory {
        /// The numbers of the registers that are added; two for some addresses of 16 bits.
        bases: Vec<u8>,
        /// Whether the address of the next instruction is added.
        is_relative: bool,
        index: Option<u8>,
        scale: u8,
        displacement: i64,
        address_bits: u8,
    },
    Number {
        value: i64,
    },
    /// The same register as another operand.
    Same {
        /// The number of the operand, from zero.
        operand: u8,
    },
    Implicit,
}

impl From<X86OperandValue> for OperandValue {
    fn from(value: X86OperandValue) -> OperandValue {
        match value {
            X86OperandValue::Register(number) => OperandValue::Register { number },
            X86OperandValue::Memory(memory) => {
                let X86Memory { base, index, scale, displacement, bits } = memory;
                let bases = match base {
                    X86Base::None | X86Base::NextInstruction => Vec::new(),
                    X86Base::Register(number) => vec![number],
                    X86Base::Pair(first, second) => vec![first, second],
                };
                let is_relative = base == X86Base::NextInstruction;
                let address_bits = bits;
                OperandValue::Memory {
                    bases,
                    is_relative,
                    index,
                    scale,
                    displacement,
                    address_bits,
                }
            }
            X86OperandValue::Number(value) => OperandValue::Number { value },
            X86OperandValue::Same(operand) => OperandValue::Same { operand },
            X86OperandValue::Implicit => OperandValue::Implicit,
        }
    }
}

/// Decodes the first instruction of each of these texts, which are bytes in hexadecimal digits.
pub(super) fn decode<'a>(
    x86: &X86<'a>,
    words: &'a [String],
    mode: X86Mode,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<X86Word<'a>>, Failure> {
    let decoder = X86Decoder::of(x86.store, diagnostics)?;
    let decode = |word: &'a String| {
        let Some(bytes) = bytes(word) else {
            let message = format!("'{word}' is no bytes in hexadecimal digits");
            return Err(Diagnostic::error_anywhere(Code::UnknownName, message).into());
        };
        let decoded = decoder.decode(&bytes, mode);
        let length = decoded.as_ref().map_or(0, |decoded| decoded.length);
        let rest = bytes[length..].iter().map(|byte| format!("{byte:02x}")).collect();
        let decoded = decoded.map(|decoded| of_instruction(x86, &decoder, &decoded));
        Ok(X86Word { word, decoded, rest })
    };
    words.iter().map(decode).collect()
}

/// The bytes that hexadecimal digits spell, the first byte first.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.strip_prefix("0x").or_else(|| hex.strip_prefix("0X")).unwrap_or(hex);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !is_hex {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect()
}

fn of_instruction<'a>(x86: &X86<'a>, decoder: &X86Decoder, decoded: &X86Decoded) -> DecodedX86<'a> {
    let id = decoded.instruction;
    let operands = x86.operands.of(id).list().iter().zip(&decoded.operands);
    let operands = operands.map(|(operand, &value)| {
        let (name, class) = x86.operand(id, operand);
        DecodedOperand { name, class, value: value.into() }
    });
    DecodedX86 {
        instruction: x86.store.record(x86.instructions.record(id)).name(),
        length: decoded.length,
        context: decoder.context_name(decoded.context).to_owned(),
        opcode: format!("{:02x}", decoded.opcode),
        mod_rm: decoded.mod_rm.map(|mod_rm| format!("{mod_rm:02x}")),
        operands: operands.collect(),
    }
}

/// What is printed of bytes.
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

fn value_text(value: &OperandValue, operands: &[DecodedOperand<'_>]) -> String {
    match value {
        OperandValue::Register { number } => format!("register {number}"),
        OperandValue::Number { value } => value.to_string(),
        OperandValue::Same { operand } => {
            let name = operands.get(usize::from(*operand)).map_or("", |operand| operand.name);
            format!("the same as ${name}")
        }
        OperandValue::Implicit => "not encoded".to_owned(),
        OperandValue::Memory { bases, is_relative, index, scale, displacement, address_bits } => {
            let mut parts: Vec<String> =
                bases.iter().map(|number| format!("register {number}")).collect();
            if *is_relative {
                parts.push("the next address".to_owned());
            }
            if let Some(index) = index {
                parts.push(format!("{scale} * register {index}"));
            }
            if *displacement != 0 || parts.is_empty() {
                parts.push(displacement.to_string());
            }
            format!("memory at {} ({address_bits} bits)", parts.join(" + "))
        }
    }
}
