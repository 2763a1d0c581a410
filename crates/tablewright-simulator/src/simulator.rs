//! The simulator of a target: meanings of instructions, conventions, and programs.

use rustc_hash::FxHashMap;
use serde::Serialize;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tablewright_machine::{Insn, InsnOperand, Machine};
use tablewright_records::AnalysisError;
use tablewright_selection::patterns::InstructionFlags;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::{RegisterId, Registers};

use crate::convention::Convention;
use crate::execute::{BoundInstruction, BoundOperand};
use crate::meaning::{Meaning, MeaningSource, Meanings};
use crate::memory::Memory;
use crate::program::{Program, Statement};
use crate::register_file::RegisterLayout;
use crate::stop::{Fault, NoMeaning, StopKind};

/// The user's choices.
#[derive(Clone, Debug)]
pub struct SimulatorOptions {
    /// The name of the list of registers that survive calls; `None` for the registers of all lists.
    pub callee_saved: Option<String>,
    /// Memory in bytes, at most 4 GiB. Fewer if addresses have fewer bits.
    pub memory_size: u64,
    /// The number of instructions after which the simulation stops.
    pub max_instructions: u64,
    /// The number of last instructions that [`Simulator::run_traced`] keeps.
    pub max_trace: usize,
    /// Further functions that print a number.
    pub print_functions: Vec<String>,
    /// Stops a simulation when another thread, or the receiver of a trace, sets it.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Default for SimulatorOptions {
    fn default() -> SimulatorOptions {
        SimulatorOptions {
            callee_saved: None,
            memory_size: 16 << 20,
            max_instructions: 1_000_000_000,
            max_trace: 100_000,
            print_functions: Vec::new(),
            interrupt: None,
        }
    }
}

/// An instruction with the part of the description that has its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InstructionCoverage {
    /// The instruction's record name.
    pub instruction: String,
    /// The part of the description; `None` without a meaning.
    pub source: Option<MeaningSource>,
    /// The reason for which the instruction lacks a meaning.
    pub reason: Option<String>,
}

/// A simulator for a subtarget.
pub struct Simulator<'m, 's> {
    pub(crate) machine: &'m Machine<'s>,
    pub(crate) registers: &'s Registers,
    pub(crate) layout: Rc<RegisterLayout>,
    pub(crate) convention: Convention,
    pub(crate) options: SimulatorOptions,
    pub(crate) meanings: Meanings<'s>,
    pub(crate) flags: &'s InstructionFlags,
    /// Instructions by address.
    bound: FxHashMap<u64, Rc<BoundInstruction>>,
}

/// Longest instruction in bytes.
const LONGEST: usize = 16;
/// Instructions that are kept by address. Programs cannot change their code, so that they stay valid.
const MAX_BOUND: usize = 1 << 20;

impl<'m, 's> Simulator<'m, 's> {
    /// Creates a simulator.
    ///
    /// # Errors
    /// If the description is invalid, or an option names something unknown.
    pub fn new(
        machine: &'m Machine<'s>,
        options: SimulatorOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Simulator<'m, 's>, AnalysisError> {
        let store = machine.store();
        let layout = RegisterLayout::new(store, machine.hw_mode(), diagnostics)?;
        let saved = options.callee_saved.as_deref();
        let convention = Convention::new(machine, &layout, saved, diagnostics)?;
        let meanings = Meanings::new(machine, convention.address_width, diagnostics)?;
        Ok(Simulator {
            machine,
            registers: store.analysis(diagnostics)?,
            layout: Rc::new(layout),
            convention,
            options,
            meanings,
            flags: store.analysis(diagnostics)?,
            bound: FxHashMap::default(),
        })
    }

    /// Returns the instructions of the subtarget, each with the origin of its meaning.
    pub fn coverage(&mut self) -> Vec<InstructionCoverage> {
        let mut rows = Vec::new();
        let instructions = self.machine.encoded_instructions();
        for &instruction in &instructions {
            let own = self.meanings.get(self.machine, &self.layout, instruction);
            let (source, reason) = match own {
                Ok(meaning) => (Some(meaning.source), None),
                Err(NoMeaning(_)) if self.has_long_form(instruction) => {
                    (Some(MeaningSource::LongForm), None)
                }
                Err(NoMeaning(reason)) => (None, Some(reason)),
            };
            let instruction = self.machine.instruction_name(instruction).to_owned();
            rows.push(InstructionCoverage { instruction, source, reason });
        }
        rows
    }

    /// Whether a long form of an instruction has a meaning.
    fn has_long_form(&mut self, instruction: InstructionId) -> bool {
        let long_forms = self.machine.long_forms(instruction);
        long_forms
            .into_iter()
            .any(|long| self.meanings.get(self.machine, &self.layout, long).is_ok())
    }

    /// Forgets the instructions at addresses, for another program.
    pub(crate) fn forget(&mut self) {
        self.bound.clear();
    }

    /// Returns the instruction at an address.
    pub(crate) fn bound(
        &mut self,
        memory: &Memory,
        address: u64,
    ) -> Result<Rc<BoundInstruction>, Fault> {
        if let Some(bound) = self.bound.get(&address) {
            return Ok(bound.clone());
        }
        let bytes = memory.code_bytes(address, LONGEST);
        let decoded = self.machine.decode(bytes).map_err(|error| {
            let shown: Vec<String> =
                bytes.iter().take(error.skip.max(4)).map(|byte| format!("{byte:02x}")).collect();
            let message = match &shown[..] {
                [] => "no code here".to_owned(),
                shown => format!("not an instruction: {}", shown.join(" ")),
            };
            Fault::new(StopKind::NotAnInstruction, message)
        })?;
        let bound = Rc::new(self.bind(decoded.insn, decoded.size, address)?);
        if self.bound.len() >= MAX_BOUND {
            self.bound.clear();
        }
        self.bound.insert(address, bound.clone());
        Ok(bound)
    }

    fn bind(&mut self, insn: Insn, size: usize, address: u64) -> Result<BoundInstruction, Fault> {
        let name = self.machine.instruction_name(insn.instruction);
        let (meaning, long) = match self.meaning(&insn) {
            Ok(meaning) => meaning,
            Err(NoMeaning(reason)) => {
                let message = format!("instruction '{name}' has no meaning: {reason}");
                return Err(Fault::new(StopKind::NoMeaning, message));
            }
        };
        let own = long.as_ref().unwrap_or(&insn);
        let operands = self.operands(own, size, address).map_err(|reason| {
            let message = format!("instruction '{name}' has no meaning: {reason}");
            Fault::new(StopKind::NoMeaning, message)
        })?;
        let program = meaning.program;
        self.check_widths(&program, &operands).map_err(|reason| {
            let message = format!("instruction '{name}' has no meaning: {reason}");
            Fault::new(StopKind::NoMeaning, message)
        })?;
        let sets_return_address = program.sets_return_address();
        Ok(BoundInstruction { program, operands, insn, size: size as u8, sets_return_address })
    }

    /// Returns an instruction's meaning. A short form may have the meaning of its long form, which is returned, too.
    fn meaning(&mut self, insn: &Insn) -> Result<(Meaning, Option<Insn>), NoMeaning> {
        let instruction = insn.instruction;
        let own = self.meanings.get(self.machine, &self.layout, instruction);
        let Err(reason) = own else { return own.map(|meaning| (meaning, None)) };
        let Some(long) = self.machine.uncompressed(insn) else { return Err(reason) };
        let meaning = self.meanings.get(self.machine, &self.layout, long.instruction)?;
        Ok((meaning, Some(long)))
    }

    fn operands(
        &self,
        insn: &Insn,
        size: usize,
        address: u64,
    ) -> Result<SmallVec<[BoundOperand; 6]>, String> {
        let mut operands = SmallVec::new();
        for (index, operand) in insn.operands.iter().enumerate() {
            operands.push(match *operand {
                InsnOperand::Register(register) => BoundOperand::Register(register),
                InsnOperand::NoRegister => BoundOperand::Nothing,
                InsnOperand::Number(_) if self.machine.is_relative(insn, index) => {
                    let target = self.machine.relative_target(insn, index, address, size);
                    let target = target.ok_or("a relative operand has no target")?;
                    BoundOperand::Number(target.into())
                }
                InsnOperand::Number(number) => BoundOperand::Number(number.into()),
                InsnOperand::Expression(_) => return Err("an operand is not known".to_owned()),
                InsnOperand::Unknown { .. } => {
                    let method = self.machine.unknown_method(*operand).unwrap_or_default();
                    return Err(format!("the decoder method '{method}' has no known syntax"));
                }
            });
        }
        Ok(operands)
    }

    /// Checks that values have the widths of the registers to which they are written.
    fn check_widths(&self, program: &Program, operands: &[BoundOperand]) -> Result<(), String> {
        for statement in &program.statements {
            let Statement::SetOperand { operand, value } = *statement else { continue };
            let Some(&BoundOperand::Register(register)) = operands.get(usize::from(operand)) else {
                continue;
            };
            let (own, width) = (program.ty(value).width, self.layout.width(register));
            if own != width {
                let name = self.machine.register_name(register);
                return Err(format!("register '{name}' has {width} bits, its value {own}"));
            }
        }
        Ok(())
    }

    /// Returns a register by its name in assembly, its record name, or any alternative name.
    pub(crate) fn register_named(&self, name: &str) -> Option<RegisterId> {
        let own = self.registers.for_name(name);
        own.or_else(|| self.machine.registers_named(name).first().copied())
    }
}
