//! Single instructions in a state that a caller prepares, and facts about instructions that flags should state.

use tablewright_machine::Insn;
use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::flags::InstructionFlag;
use tablewright_target::registers::{CalleeSaved, CalleeSavedRegs, RegisterId};

use crate::execute::State;
use crate::graph_value::GraphBytes;
use crate::memory::Memory;
use crate::program::{Program, Statement, TypedValue, Value, mask};
use crate::register_file::RegisterFile;
use crate::simulator::Simulator;
use crate::stop::StopKind;

/// The reason for which an instruction was not executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFailure {
    /// The operands cannot be encoded.
    NotEncoded,
    /// The bytes are not an instruction, or another instruction.
    NotDecoded(String),
    /// The instruction has no described meaning.
    NoMeaning(String),
    /// The execution stopped, for example with a division by zero.
    Stopped(String),
}

/// Registers and memory between instructions.
#[derive(Clone)]
pub struct StepState {
    registers: RegisterFile,
    /// The bytes to which instructions have access.
    pub memory: GraphBytes,
}

/// A flaw of an instruction or of a list of registers: for example, the meaning contradicts the flags.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct InstructionFlaw {
    /// The record's name.
    pub instruction: String,
    /// The flaw in words.
    pub flaw: String,
}

/// The address of the instruction.
const CODE: u64 = 0x400;
/// The size of the memory.
const MEMORY: u64 = 1 << 16;

impl Simulator<'_, '_> {
    /// Creates a state with zeros in all registers.
    pub fn step_state(&self, memory: GraphBytes) -> StepState {
        StepState { registers: RegisterFile::new(&self.layout), memory }
    }

    /// Returns a register's width in bits.
    pub fn register_width(&self, register: RegisterId) -> u32 {
        self.layout.width(register)
    }

    /// Whether a register is always zero.
    pub fn is_constant_register(&self, register: RegisterId) -> bool {
        self.layout.is_constant(register)
    }

    /// Whether two registers have bits in common.
    pub fn registers_overlap(&self, one: RegisterId, other: RegisterId) -> bool {
        self.layout.overlap(one, other)
    }

    /// Returns the width of addresses.
    pub fn address_width(&self) -> u32 {
        self.convention.address_width
    }

    /// Sets a register.
    pub fn set_register(&self, state: &mut StepState, register: RegisterId, number: u128) {
        state.registers.write(&self.layout, register, number);
    }

    /// Returns a register's value. `None` if it is not described.
    pub fn register(&self, state: &StepState, register: RegisterId) -> Option<u128> {
        state.registers.read(&self.layout, register).ok()
    }

    /// Encodes an instruction, decodes its bytes, and executes what they are.
    ///
    /// # Errors
    /// If a step fails, or the bytes are another instruction.
    pub fn execute_step(&mut self, state: &mut StepState, insn: &Insn) -> Result<(), StepFailure> {
        let bytes = self.machine.encode(insn).ok_or(StepFailure::NotEncoded)?;
        let mut text = String::new();
        self.machine.print(insn, &mut text);
        let width = self.convention.address_width;
        let limit = if width >= 64 { u64::MAX } else { 1 << width };
        let layout = self.layout.clone();
        let is_big_endian = state.memory.is_big_endian;
        let mut run = State {
            layout: &layout,
            registers: state.registers.clone(),
            memory: Memory::new(MEMORY.min(limit) as usize, 0, is_big_endian),
            pc: CODE,
            address_mask: mask(width) as u64,
            effects: None,
        };
        run.memory.write(state.memory.start, &state.memory.bytes);
        run.memory.write(CODE, &bytes);
        run.memory.add_code(0..run.memory.size());
        self.forget();
        let bound = self.bound(&run.memory, CODE).map_err(|fault| match fault.kind {
            StopKind::NotAnInstruction => StepFailure::NotDecoded(fault.message),
            StopKind::NoMeaning
            | StopKind::Memory
            | StopKind::Undefined
            | StopKind::Limit
            | StopKind::Call => StepFailure::NoMeaning(fault.message),
        })?;
        if bound.insn != *insn || usize::from(bound.size) != bytes.len() {
            let mut decoded = String::new();
            self.machine.print(&bound.insn, &mut decoded);
            let message = format!("it is decoded as '{}'", decoded.trim().replace('\t', " "));
            return Err(StepFailure::NotDecoded(message));
        }
        let machine = self.machine;
        run.execute(&bound, |register| machine.register_name(register))
            .map_err(|fault| StepFailure::Stopped(fault.message))?;
        state.registers = run.registers;
        let length = state.memory.bytes.len();
        state.memory.bytes = run.memory.bytes(state.memory.start, length).to_vec();
        Ok(())
    }

    /// Returns contradictions between the meanings of instructions and their register lists and flags.
    ///
    /// # Errors
    /// Errors from the analysis of callee-saved registers.
    pub fn flaws(
        &mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<InstructionFlaw>, AnalysisError> {
        let mut flaws = self.not_decoded();
        flaws.extend(self.saved_stack_pointers(diagnostics)?);
        for instruction in self.machine.encoded_instructions() {
            let Ok(meaning) = self.meanings.get(self.machine, &self.layout, instruction) else {
                continue;
            };
            let name = self.machine.instruction_name(instruction).to_owned();
            for flaw in self.flaws_of(instruction, &meaning.program) {
                flaws.push(InstructionFlaw { instruction: name.clone(), flaw });
            }
        }
        flaws.sort();
        flaws.dedup();
        Ok(flaws)
    }

    /// Returns lists of callee-saved registers with the stack pointer, which is not saved like other registers.
    fn saved_stack_pointers(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<InstructionFlaw>, AnalysisError> {
        let store = self.machine.store();
        let saved: &CalleeSaved = store.analysis(diagnostics)?;
        let Some(stack_pointer) = self.convention.stack_pointer else { return Ok(Vec::new()) };
        let lists = saved.lists.iter().filter(|list| list.save_list.contains(&stack_pointer));
        let flaw = |list: &CalleeSavedRegs| InstructionFlaw {
            instruction: store.record(list.record).name().to_owned(),
            flaw: "it contains the stack pointer, which calls restore themselves".to_owned(),
        };
        Ok(lists.map(flaw).collect())
    }

    /// Returns instructions with an encoding of no size: decoders pass over them.
    fn not_decoded(&self) -> Vec<InstructionFlaw> {
        let store = self.machine.store();
        let mut flaws = Vec::new();
        for (id, record) in self.machine.instructions().iter_own() {
            let record = store.record(record);
            let is = |field: &str| record.bit(field).unwrap_or(false);
            let has_bits = record.bits("Inst").is_ok();
            let has_size = record.int("Size").is_ok_and(|size| size != 0);
            if has_bits && !has_size && !is("isPseudo") && !is("isCodeGenOnly") {
                let instruction = self.machine.instruction_name(id).to_owned();
                let flaw = "it has an encoding, but no size, so that nothing decodes it".to_owned();
                flaws.push(InstructionFlaw { instruction, flaw });
            }
        }
        flaws
    }

    fn flaws_of(&self, instruction: InstructionId, program: &Program) -> Vec<String> {
        let store = self.machine.store();
        let record = store.record(self.machine.instructions().record(instruction));
        let listed = |field: &str, register: RegisterId| {
            let Ok(list) = record.list(field) else { return true };
            list.iter().any(|&element| {
                let record = store.value(element).as_def();
                let listed = record.and_then(|record| self.registers.for_record(record));
                listed.is_some_and(|listed| self.layout.overlap(listed, register))
            })
        };
        let mut flaws = Vec::new();
        for value in &program.values {
            if let Value::Register(register) = value.value
                && !self.layout.is_constant(register)
                && !listed("Uses", register)
            {
                let name = self.machine.register_name(register);
                flaws.push(format!("it reads register '{name}', which is not in Uses"));
            }
        }
        let flags = self.flags.for_instruction(instruction);
        for statement in &program.statements {
            match *statement {
                Statement::SetRegister { register, .. } if !listed("Defs", register) => {
                    let name = self.machine.register_name(register);
                    flaws.push(format!("it sets register '{name}', which is not in Defs"));
                }
                Statement::Jump { condition: None, .. }
                    if !flags.has(InstructionFlag::IsBarrier)
                        && !flags.has(InstructionFlag::IsCall) =>
                {
                    flaws.push("it always jumps, but is not isBarrier".to_owned());
                }
                Statement::Jump { condition: Some(_), .. }
                    if flags.has(InstructionFlag::IsBarrier) =>
                {
                    flaws.push("it jumps on a condition, but is isBarrier".to_owned());
                }
                Statement::Store { .. } if !flags.has(InstructionFlag::MayStore) => {
                    flaws.push("it stores, but is not mayStore".to_owned());
                }
                Statement::SetRegister { .. }
                | Statement::Jump { .. }
                | Statement::Store { .. }
                | Statement::SetOperand { .. } => {}
            }
        }
        let is_load = |value: &TypedValue| matches!(value.value, Value::Load { .. });
        if program.values.iter().any(is_load) && !flags.has(InstructionFlag::MayLoad) {
            flaws.push("it loads, but is not mayLoad".to_owned());
        }
        flaws
    }

    /// Whether an instruction states that its operands can be exchanged.
    pub fn is_commutable(&self, instruction: InstructionId) -> bool {
        self.flags.for_instruction(instruction).has(InstructionFlag::IsCommutable)
    }
}
