//! Printing: from instructions to text.

use core::fmt;

use crate::aliases;
use crate::decoder::Decoder;
use crate::insn::{Insn, Operand, Operands};
use crate::long;
use crate::opcodes::Opcode;
use crate::operand_records::operand_record;
use crate::plans::plan;
use crate::registers::{ABSENT, PREFIX};

/// Prints the operands of a method.
pub(crate) type Method = fn(&Context<'_>, &mut Text<'_, '_>);

/// A piece of text.
#[allow(dead_code)]
pub(crate) enum Piece {
    Text(&'static str),
    /// A register or a number.
    Operand(u8),
    /// A method for the operands from this number on.
    Method(u8, Method),
}

/// The text of an instruction: its first part, and further pieces.
pub(crate) struct Plan(pub(crate) &'static str, pub(crate) &'static [Piece]);

/// An operand that is printed.
#[allow(dead_code)]
pub(crate) struct Context<'a> {
    pub(crate) opcode: Opcode,
    pub(crate) operands: &'a Operands,
    pub(crate) first: usize,
    pub(crate) decoder: &'a Decoder,
    pub(crate) has_aliases: bool,
}

#[allow(dead_code)]
impl Context<'_> {
    /// Returns the method's operand at `index`.
    pub(crate) fn operand(&self, index: usize) -> Option<Operand> {
        self.operands.operand(self.first + index)
    }

    /// Returns the method's operand at `index` if it is a number.
    pub(crate) fn number_at(&self, index: usize) -> Option<i64> {
        self.operands.number(self.first + index)
    }

    /// Whether the method's operand at `index` is a register.
    pub(crate) fn is_register(&self, index: usize) -> bool {
        self.operands.register(self.first + index).is_some()
    }

    /// Whether the method's operand at `index` is the encoding for no register, for example no base in an address.
    pub(crate) fn is_absent(&self, index: usize) -> bool {
        self.operands.is_absent(self.first + index)
    }

    /// Returns the register name at `index`, without a prefix; empty for another operand.
    pub(crate) fn register_name(&self, index: usize) -> &'static str {
        let register = self.operands.register(self.first + index);
        register.map_or("", |register| register.printed(self.decoder))
    }

    /// Returns the instruction's name in the description.
    pub(crate) fn instruction(&self) -> &'static str {
        self.opcode.name()
    }

    /// Returns the record for the method's first operand.
    pub(crate) fn operand_record(&self) -> &'static str {
        operand_record(self.opcode, self.first)
    }

    /// Adds the method's operand at `index` as a register name or a number.
    pub(crate) fn push_operand(&self, index: usize, text: &mut Text<'_, '_>) {
        text.push(self.operand(index));
    }

    /// Adds a decimal number.
    pub(crate) fn push_number(&self, number: i64, text: &mut Text<'_, '_>) {
        text.push_number(number);
    }

    /// Adds the hexadecimal digits of a number's bits, with `0x`.
    pub(crate) fn push_unsigned_hex(&self, number: i64, text: &mut Text<'_, '_>) {
        text.push_str("0x");
        text.push_digits::<16>(number as u64);
    }

    /// Returns the method's first operand if it is a number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.operands.number(self.first)
    }
}

/// Prints an instruction.
pub(crate) fn print(insn: &Insn<'_>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (decoder, operands, opcode) = (insn.decoder(), insn.operands(), insn.opcode());
    let mut text = Text { out, decoder, bytes: [0; CAPACITY], len: 0, result: Ok(()) };
    if decoder.has_aliases() {
        let long = long::find(opcode, &operands, decoder);
        let (opcode, operands) = match &long {
            Some((opcode, operands)) => (*opcode, operands),
            None => (opcode, &operands),
        };
        let alias = aliases::find(opcode, operands, decoder);
        print_plan(alias.unwrap_or_else(|| plan(opcode)), opcode, operands, &mut text);
    } else {
        print_plan(plan(opcode), opcode, &operands, &mut text);
    }
    text.finish()
}

fn print_plan(plan: &Plan, opcode: Opcode, operands: &Operands, text: &mut Text<'_, '_>) {
    let decoder = text.decoder;
    let has_aliases = decoder.has_aliases();
    let lead = if has_aliases { plan.0.strip_prefix('\t').unwrap_or(plan.0) } else { plan.0 };
    text.push_str(lead);
    for piece in plan.1 {
        match *piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Operand(number) => text.push(operands.operand(usize::from(number))),
            Piece::Method(first, method) => {
                let first = usize::from(first);
                method(&Context { opcode, operands, first, decoder, has_aliases }, text);
            }
        }
    }
}

const CAPACITY: usize = 64;

/// Text that is written in blocks.
pub(crate) struct Text<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    decoder: &'a Decoder,
    bytes: [u8; CAPACITY],
    len: usize,
    result: fmt::Result,
}

impl Text<'_, '_> {
    #[inline]
    pub(crate) fn push_str(&mut self, text: &str) {
        let end = self.len + text.len();
        match self.bytes.get_mut(self.len..end) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                self.len = end;
            }
            None => self.push_long(text),
        }
    }

    #[cold]
    fn push_long(&mut self, text: &str) {
        self.flush();
        if self.result.is_ok() {
            self.result = self.out.write_str(text);
        }
    }

    fn flush(&mut self) {
        // The bytes are whole texts.
        let text = core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default();
        if self.result.is_ok() {
            self.result = self.out.write_str(text);
        }
        self.len = 0;
    }

    fn finish(mut self) -> fmt::Result {
        self.flush();
        self.result
    }

    /// Adds an operand as a register or a number.
    pub(crate) fn push(&mut self, operand: Option<Operand>) {
        match operand {
            Some(Operand::Register(register)) => {
                self.push_str(PREFIX);
                self.push_str(register.printed(self.decoder));
            }
            Some(Operand::Number(number)) => self.push_number(number),
            Some(Operand::Absent) => self.push_str(ABSENT),
            None => {}
        }
    }

    /// Adds a decimal number.
    pub(crate) fn push_number(&mut self, number: i64) {
        if number < 0 {
            self.push_str("-");
        }
        self.push_digits::<10>(number.unsigned_abs());
    }

    /// Adds a number with a sign and hexadecimal digits.
    #[allow(dead_code)]
    pub(crate) fn push_hex(&mut self, number: i64) {
        self.push_str(if number < 0 { "-0x" } else { "0x" });
        self.push_digits::<16>(number.unsigned_abs());
    }

    fn push_digits<const BASE: u64>(&mut self, number: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut rest = number;
        loop {
            start -= 1;
            digits[start] = b"0123456789abcdef"[(rest % BASE) as usize];
            rest /= BASE;
            if rest == 0 {
                break;
            }
        }
        self.push_str(core::str::from_utf8(&digits[start..]).unwrap_or_default());
    }
}
