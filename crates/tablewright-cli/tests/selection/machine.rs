//! What GlobalISel selects from: instructions that define registers.

use std::fmt::Write;

/// A register, by its place in the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Register(usize);

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Register(Register),
    Immediate(i64),
    Block(String),
}

/// An instruction. What it defines comes first.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// Its enumerator: `TargetOpcode::G_ADD`.
    pub(crate) opcode: String,
    pub(crate) operands: Vec<Operand>,
}

#[derive(Debug)]
struct Value {
    name: String,
    /// The type, without `LLT::`.
    ty: String,
    class: Option<String>,
    definition: Option<usize>,
}

/// Instructions and their registers.
#[derive(Default, Debug)]
pub(crate) struct Machine {
    pub(crate) instructions: Vec<Instruction>,
    values: Vec<Value>,
}

impl Machine {
    /// A register of a bank, with a value from elsewhere.
    pub(crate) fn value(&mut self, name: &str, ty: &str, class: Option<&str>) -> Register {
        let class = class.map(str::to_owned);
        let (name, ty) = (name.to_owned(), ty.to_owned());
        self.values.push(Value { name, ty, class, definition: None });
        Register(self.values.len() - 1)
    }

    /// The register that an instruction defines. `class`: what its bank has.
    pub(crate) fn define(
        &mut self,
        (name, ty, class): (&str, &str, Option<&str>),
        opcode: &str,
        operands: &[Operand],
    ) -> Register {
        let register = self.value(name, ty, class);
        let defined = std::iter::once(Operand::Register(register));
        let operands: Vec<Operand> = defined.chain(operands.iter().cloned()).collect();
        self.values[register.0].definition = Some(self.push(opcode, operands));
        register
    }

    /// A constant of 16 bits.
    pub(crate) fn constant(&mut self, number: i64) -> Operand {
        let name = format!("c{number}");
        let result = (name.as_str(), "scalar(16)", Some("GPR"));
        let opcode = "TargetOpcode::G_CONSTANT";
        Operand::Register(self.define(result, opcode, &[Operand::Immediate(number)]))
    }

    /// Adds an instruction. Returns its place.
    pub(crate) fn push(&mut self, opcode: &str, operands: Vec<Operand>) -> usize {
        self.instructions.push(Instruction { opcode: opcode.to_owned(), operands });
        self.instructions.len() - 1
    }

    pub(crate) fn ty(&self, register: Register) -> &str {
        &self.values[register.0].ty
    }

    pub(crate) fn class(&self, register: Register) -> Option<&str> {
        self.values[register.0].class.as_deref()
    }

    /// The instruction that defines an operand.
    pub(crate) fn definition(&self, operand: &Operand) -> Option<usize> {
        match operand {
            Operand::Register(register) => self.values[register.0].definition,
            Operand::Immediate(_) | Operand::Block(_) => None,
        }
    }

    /// The constant that an operand is.
    pub(crate) fn constant_of(&self, operand: &Operand) -> Option<i64> {
        let definition = &self.instructions[self.definition(operand)?];
        match (definition.opcode.as_str(), definition.operands.get(1)) {
            ("TargetOpcode::G_CONSTANT", Some(&Operand::Immediate(number))) => Some(number),
            _ => None,
        }
    }

    /// An instruction as text, without the namespace.
    pub(crate) fn text(&self, instruction: &Instruction) -> String {
        let mut text = instruction.opcode.rsplit("::").next().unwrap_or_default().to_owned();
        for (place, operand) in instruction.operands.iter().enumerate() {
            text += if place > 0 { ", " } else { " " };
            match operand {
                Operand::Register(register) => text += &self.values[register.0].name,
                Operand::Immediate(number) => write!(text, "{number}").expect("text takes all"),
                Operand::Block(name) => text += name,
            }
        }
        text
    }
}
