//! Test vectors: a state, an instruction, and the state after it.

use serde::Serialize;
use tablewright_target::registers::RegisterId;

use crate::execute::State;
use crate::memory::Memory;
use crate::program::mask;
use crate::register_file::RegisterFile;
use crate::simulator::Simulator;

/// A test vector. States are texts such as `r1=5 pc=0x1000 @0x2000=ff01`: registers, the program counter, and the
/// bytes from an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector<'t> {
    /// The state before the instruction. Other registers are zero.
    pub before: &'t str,
    /// The instruction's bytes.
    pub bytes: Vec<u8>,
    /// The expected part of the state after the instruction.
    pub after: &'t str,
}

/// The result of a test vector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VectorOutcome {
    /// The instruction as text; empty if the bytes are not an instruction.
    pub text: String,
    /// Differences, or the reason for a stop. Empty if the states are equal.
    pub differences: Vec<String>,
}

/// A part of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Register(RegisterId, u128),
    ProgramCounter(u64),
    Bytes(u64, Vec<u8>),
}

/// The address of instructions without `pc`.
const START: u64 = 0x1000;
/// The size of the memory.
const MEMORY: u64 = 1 << 20;

impl Simulator<'_, '_> {
    /// Executes a test vector, and compares the states.
    ///
    /// # Errors
    /// If a state cannot be read: a message.
    pub fn check_vector(&mut self, vector: &Vector<'_>) -> Result<VectorOutcome, String> {
        let before = self.items(vector.before)?;
        let after = self.items(vector.after)?;
        let width = self.convention.address_width;
        let limit = if width >= 64 { u64::MAX } else { 1 << width };
        let layout = self.layout.clone();
        let mut state = State {
            layout: &layout,
            registers: RegisterFile::new(&layout),
            memory: Memory::new(MEMORY.min(limit) as usize, 0, false),
            pc: START,
            address_mask: mask(width) as u64,
            effects: None,
        };
        for item in before {
            match item {
                Item::Register(register, number) => state.set(register, number),
                Item::ProgramCounter(pc) => state.pc = pc,
                Item::Bytes(address, bytes) => {
                    if !state.memory.write(address, &bytes) {
                        return Err(format!("{address:#x} is outside of memory"));
                    }
                }
            }
        }
        if !state.memory.write(state.pc, &vector.bytes) {
            return Err(format!("{:#x} is outside of memory", state.pc));
        }
        state.memory.add_code(0..state.memory.size());
        self.forget();
        let mut outcome = VectorOutcome { text: String::new(), differences: Vec::new() };
        let bound = match self.bound(&state.memory, state.pc) {
            Ok(bound) => bound,
            Err(fault) => {
                outcome.differences.push(fault.message);
                return Ok(outcome);
            }
        };
        self.machine.print(&bound.insn, &mut outcome.text);
        if usize::from(bound.size) != vector.bytes.len() {
            let message = format!("the instruction has {} bytes", bound.size);
            outcome.differences.push(message);
            return Ok(outcome);
        }
        let machine = self.machine;
        if let Err(fault) = state.execute(&bound, |register| machine.register_name(register)) {
            outcome.differences.push(fault.message);
            return Ok(outcome);
        }
        outcome.differences = self.differences(&state, &after);
        Ok(outcome)
    }

    fn differences(&self, state: &State<'_>, after: &[Item]) -> Vec<String> {
        let mut differences = Vec::new();
        for item in after {
            match item {
                Item::Register(register, expected) => {
                    let name = self.machine.register_name(*register);
                    match state.registers.read(&self.layout, *register) {
                        Ok(own) if own == *expected => {}
                        Ok(own) => differences
                            .push(format!("{name}: expected {expected:#x}, found {own:#x}")),
                        Err(_) => differences.push(format!("{name}: it is not described")),
                    }
                }
                Item::ProgramCounter(expected) if *expected != state.pc => {
                    let own = state.pc;
                    differences.push(format!("pc: expected {expected:#x}, found {own:#x}"));
                }
                Item::ProgramCounter(_) => {}
                Item::Bytes(address, expected) => {
                    let own = state.memory.bytes(*address, expected.len());
                    if own != expected {
                        let (expected, own) = (hex(expected), hex(own));
                        differences
                            .push(format!("@{address:#x}: expected {expected}, found {own}"));
                    }
                }
            }
        }
        differences
    }

    fn items(&self, text: &str) -> Result<Vec<Item>, String> {
        text.split([' ', '\t', ','])
            .filter(|part| !part.is_empty())
            .map(|it| self.item(it))
            .collect()
    }

    fn item(&self, text: &str) -> Result<Item, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("expected NAME=NUMBER, found '{text}'"))?;
        if let Some(address) = name.strip_prefix('@') {
            let bytes = bytes(value).ok_or_else(|| format!("'{value}' is not a row of bytes"))?;
            return Ok(Item::Bytes(number(address)? as u64, bytes));
        }
        let number = number(value)?;
        if name == "pc" && self.register_named(name).is_none() {
            return Ok(Item::ProgramCounter(number as u64));
        }
        let register =
            self.register_named(name).ok_or_else(|| format!("unknown register '{name}'"))?;
        let width = self.layout.width(register);
        let number = number as u128;
        let is_negative = number >> 127 != 0;
        if !is_negative && number & !mask(width) != 0 {
            return Err(format!("'{value}' has more than the {width} bits of register '{name}'"));
        }
        Ok(Item::Register(register, number & mask(width)))
    }
}

/// Returns a decimal or hexadecimal number.
///
/// # Errors
/// A message if the text is something else.
pub fn number(text: &str) -> Result<i128, String> {
    let error = || format!("'{text}' is not a number");
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).map_err(|_| error())? as i128,
        None => digits.parse::<i128>().map_err(|_| error())?,
    };
    Ok(if is_negative { number.wrapping_neg() } else { number })
}

/// Returns the bytes in pairs of hexadecimal digits.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..text.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
