//! Execution of one instruction.

use std::rc::Rc;

use smallvec::SmallVec;
use tablewright_machine::Insn;
use tablewright_target::registers::RegisterId;

use crate::evaluate::{Undefined, binary, compare, multiply_add, unary};
use crate::memory::{AccessError, Memory};
use crate::program::{Program, Statement, Value, ValueIx, mask, signed};
use crate::register_file::{RegisterFile, RegisterLayout, UndefinedRegister};
use crate::stop::{Fault, StopKind};

/// An operand of an instruction at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoundOperand {
    Register(RegisterId),
    /// A number with a sign, or the address to which a relative operand points.
    Number(i128),
    /// No register.
    Nothing,
}

/// An instruction at an address.
#[derive(Debug)]
pub(crate) struct BoundInstruction {
    pub(crate) program: Rc<Program>,
    pub(crate) operands: SmallVec<[BoundOperand; 6]>,
    /// The decoded instruction, which may be the short form.
    pub(crate) insn: Insn,
    pub(crate) size: u8,
    /// Whether it writes the address of the next instruction to a register.
    pub(crate) sets_return_address: bool,
}

/// A change of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Register(RegisterId, u128),
    Load { address: u64, bytes: u8, number: u128 },
    Store { address: u64, bytes: u8, number: u128 },
}

/// Registers, memory and the program counter.
#[derive(Debug)]
pub(crate) struct State<'l> {
    pub(crate) layout: &'l RegisterLayout,
    pub(crate) registers: RegisterFile,
    pub(crate) memory: Memory,
    pub(crate) pc: u64,
    pub(crate) address_mask: u64,
    /// Effects of the last instruction; `None` if nobody wants them.
    pub(crate) effects: Option<Vec<Effect>>,
}

/// The values of input operands before a sequential program.
type Inputs = SmallVec<[Option<u128>; 6]>;

struct Execution<'e> {
    bound: &'e BoundInstruction,
    inputs: Inputs,
}

/// The reason why an instruction has no result, before it has a message.
enum Failed {
    Undefined(Undefined),
    Register(UndefinedRegister),
    Access(AccessError),
    NoRegister,
}

impl From<Undefined> for Failed {
    fn from(undefined: Undefined) -> Failed {
        Failed::Undefined(undefined)
    }
}

impl From<UndefinedRegister> for Failed {
    fn from(register: UndefinedRegister) -> Failed {
        Failed::Register(register)
    }
}

impl From<AccessError> for Failed {
    fn from(error: AccessError) -> Failed {
        Failed::Access(error)
    }
}

impl State<'_> {
    /// Executes an instruction. Returns whether it has jumped.
    pub(crate) fn execute(
        &mut self,
        bound: &BoundInstruction,
        register_name: impl Fn(RegisterId) -> String,
    ) -> Result<bool, Fault> {
        let next = self.pc.wrapping_add(u64::from(bound.size)) & self.address_mask;
        match self.statements(bound, next) {
            Ok(None) => {
                self.pc = next;
                Ok(false)
            }
            Ok(Some(target)) => {
                self.pc = target & self.address_mask;
                Ok(true)
            }
            Err(Failed::Undefined(undefined)) => {
                Err(Fault::new(StopKind::Undefined, undefined.message()))
            }
            Err(Failed::Register(UndefinedRegister(register))) => {
                let name = register_name(register);
                let message = format!("the value of register '{name}' is not described here");
                Err(Fault::new(StopKind::Undefined, message))
            }
            Err(Failed::Access(error)) => Err(Fault::new(StopKind::Memory, error.to_string())),
            Err(Failed::NoRegister) => {
                Err(Fault::new(StopKind::NoMeaning, "an operand is not a register"))
            }
        }
    }

    fn statements(&mut self, bound: &BoundInstruction, next: u64) -> Result<Option<u64>, Failed> {
        let program = &*bound.program;
        let inputs = if program.is_sequential { self.inputs(bound) } else { Inputs::new() };
        let execution = Execution { bound, inputs };
        let mut target = None;
        let mut pending: SmallVec<[(RegisterId, u128); 2]> = SmallVec::new();
        for statement in &program.statements {
            let value = |ix: ValueIx| self.value(&execution, ix, next);
            let written = match *statement {
                Statement::SetOperand { operand, value: ix } => {
                    let number = value(ix)?;
                    match bound.operands.get(usize::from(operand)) {
                        Some(&BoundOperand::Register(register)) => Some((register, number)),
                        _ => return Err(Failed::NoRegister),
                    }
                }
                Statement::SetRegister { register, value: ix } => Some((register, value(ix)?)),
                Statement::Store { address, value: ix, bytes } => {
                    let (address, number) = (value(address)? as u64, value(ix)?);
                    let (address, number) =
                        (address & self.address_mask, number & mask(u32::from(bytes) * 8));
                    self.memory.store(address, usize::from(bytes), number)?;
                    if let Some(effects) = &mut self.effects {
                        effects.push(Effect::Store { address, bytes, number });
                    }
                    None
                }
                Statement::Jump { target: ix, condition } => {
                    let is_taken = match condition {
                        Some(condition) => value(condition)? != 0,
                        None => true,
                    };
                    if is_taken {
                        target = Some(value(ix)? as u64);
                    }
                    None
                }
            };
            match written {
                Some((register, number)) if program.is_sequential => self.set(register, number),
                Some(written) => pending.push(written),
                None => {}
            }
        }
        for &register in &program.undefined {
            self.registers.undefine(self.layout, register);
        }
        for (register, number) in pending {
            self.set(register, number);
        }
        Ok(target)
    }

    fn inputs(&self, bound: &BoundInstruction) -> Inputs {
        let value = |operand: &BoundOperand| match operand {
            BoundOperand::Register(register) => self.registers.read(self.layout, *register).ok(),
            BoundOperand::Number(_) | BoundOperand::Nothing => None,
        };
        let outputs = usize::from(bound.output_count());
        bound
            .operands
            .iter()
            .enumerate()
            .map(|(index, operand)| if index < outputs { None } else { value(operand) })
            .collect()
    }

    pub(crate) fn set(&mut self, register: RegisterId, number: u128) {
        self.registers.write(self.layout, register, number);
        if let Some(effects) = &mut self.effects
            && !self.layout.is_constant(register)
        {
            effects.push(Effect::Register(register, number));
        }
    }

    fn value(&self, execution: &Execution<'_>, ix: ValueIx, next: u64) -> Result<u128, Failed> {
        let program = &*execution.bound.program;
        let typed = &program.values[ix as usize];
        let ty = typed.ty;
        let get = |ix: ValueIx| self.value(execution, ix, next);
        Ok(match typed.value {
            Value::Constant(number) => number,
            Value::Operand(operand) => {
                let index = usize::from(operand);
                if let Some(&Some(input)) = execution.inputs.get(index) {
                    return Ok(input & ty.mask());
                }
                match execution.bound.operands.get(index) {
                    Some(&BoundOperand::Register(register)) => {
                        self.registers.read(self.layout, register)? & ty.mask()
                    }
                    Some(&BoundOperand::Number(number)) => number as u128 & ty.mask(),
                    Some(BoundOperand::Nothing) | None => return Err(Failed::NoRegister),
                }
            }
            Value::Register(register) => self.registers.read(self.layout, register)? & ty.mask(),
            Value::ProgramCounter => u128::from(self.pc) & ty.mask(),
            Value::NextInstruction => u128::from(next) & ty.mask(),
            Value::Unary(op, value) => unary(op, get(value)?, program.ty(value), ty)?,
            Value::Binary(op, a, b) => binary(op, get(a)?, get(b)?, ty)?,
            Value::Compare(condition, a, b) => {
                u128::from(compare(condition, get(a)?, get(b)?, program.ty(a))?)
            }
            Value::Select(condition, a, b) => get(if get(condition)? != 0 { a } else { b })?,
            Value::MultiplyAdd(a, b, c) => multiply_add(get(a)?, get(b)?, get(c)?, ty),
            Value::Load { address, bytes, is_signed } => {
                let address = get(address)? as u64 & self.address_mask;
                let number = self.memory.load(address, usize::from(bytes))?;
                if is_signed {
                    signed(number, u32::from(bytes) * 8) as u128 & ty.mask()
                } else {
                    number
                }
            }
        })
    }

    /// Adds the loads of an instruction to the effects, before it is executed.
    pub(crate) fn note_loads(&mut self, bound: &BoundInstruction) {
        let next = self.pc.wrapping_add(u64::from(bound.size)) & self.address_mask;
        let execution = Execution { bound, inputs: self.inputs(bound) };
        let mut loads = Vec::new();
        for typed in &bound.program.values {
            let Value::Load { address, bytes, .. } = typed.value else { continue };
            let Ok(address) = self.value(&execution, address, next) else { continue };
            let address = address as u64 & self.address_mask;
            let Ok(number) = self.memory.load(address, usize::from(bytes)) else { continue };
            loads.push(Effect::Load { address, bytes, number });
        }
        if let Some(effects) = &mut self.effects {
            effects.extend(loads);
        }
    }
}

impl BoundInstruction {
    /// Returns the number of leading operands that are outputs.
    fn output_count(&self) -> u16 {
        let outputs = self.program.statements.iter().filter_map(|statement| match statement {
            Statement::SetOperand { operand, .. } => Some(*operand + 1),
            Statement::SetRegister { .. } | Statement::Store { .. } | Statement::Jump { .. } => {
                None
            }
        });
        outputs.max().unwrap_or(0)
    }
}
