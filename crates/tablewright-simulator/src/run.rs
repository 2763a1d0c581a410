//! Programs: from the entry function until it returns.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use serde::Serialize;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_target::registers::{RegisterClasses, RegisterId};

use crate::convention::missing;
use crate::execute::{BoundInstruction, Effect, State};
use crate::host::{HostCall, host_call};
use crate::link::{LinkFailure, LinkOptions, LinkedProgram, ObjectInput, link};
use crate::program::{mask, signed};
use crate::register_file::RegisterFile;
use crate::simulator::Simulator;
use crate::stop::{Fault, Stop, StopKind};

/// The end of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunOutcome {
    /// The printed text.
    pub output: String,
    /// The entry function's result, or the argument of `exit`; `None` if the program has stopped before.
    pub result: Option<i128>,
    /// The number of executed instructions.
    pub instructions: u64,
    /// The reason for a stop; `None` if the program has ended.
    pub stop: Option<Stop>,
    /// The registers in classes, at the end.
    pub registers: Vec<RegisterState>,
}

/// A register's contents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterState {
    /// The printed name.
    pub register: String,
    /// The contents as a hexadecimal number; `None` if they are not described.
    pub value: Option<String>,
}

/// An executed instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceStep {
    /// Address.
    pub address: u64,
    /// Address as symbol and distance.
    pub place: String,
    /// The instruction's bytes in hexadecimal digits.
    pub bytes: String,
    /// The text, as a disassembler prints it.
    pub text: String,
    /// The changes: `r1=0x5`, `[0x1000]=0x2` for a store, `[0x1000]->0x2` for a load.
    pub changes: Vec<String>,
}

/// The reason why a program cannot start.
#[derive(Debug)]
pub enum RunFailure {
    /// An object file that cannot be linked, or an argument that does not fit.
    Link(LinkFailure),
    /// A convention that the description lacks.
    Description(Box<Diagnostic>),
}

impl From<LinkFailure> for RunFailure {
    fn from(failure: LinkFailure) -> RunFailure {
        RunFailure::Link(failure)
    }
}

/// A program to run.
pub struct RunInput<'i> {
    /// The object files.
    pub objects: &'i [ObjectInput<'i>],
    /// The entry function; `None` for `main`, or else the first function.
    pub entry: Option<&'i str>,
    /// The arguments.
    pub args: &'i [i128],
}

/// A call that has not returned.
struct CallFrame {
    return_address: u64,
    function: u64,
    stack_pointer: u128,
    /// The values of the registers that survive, in their order.
    saved: Vec<Option<u128>>,
}

/// The deepest nesting of calls.
const MAX_FRAMES: usize = 1 << 17;
/// Instructions between two checks for an interrupt.
const INTERRUPT_INTERVAL: u64 = 1 << 10;
/// The longest printed text in bytes.
const MAX_OUTPUT: usize = 64 << 20;

struct Run<'r, 'm, 's> {
    simulator: &'r mut Simulator<'m, 's>,
    program: &'r LinkedProgram,
    frames: Vec<CallFrame>,
    output: String,
    result: Option<i128>,
    count: u64,
}

impl Simulator<'_, '_> {
    /// Links and runs a program, and keeps the last executed instructions: at most
    /// [`max_trace`](crate::SimulatorOptions::max_trace).
    ///
    /// # Errors
    /// If the program cannot start. A program that stops before its end is not an error here.
    pub fn run_traced(
        &mut self,
        input: &RunInput<'_>,
    ) -> Result<(RunOutcome, Vec<TraceStep>), RunFailure> {
        let max_trace = self.options.max_trace;
        let mut steps = VecDeque::new();
        let mut keep = |step| {
            steps.push_back(step);
            if steps.len() > max_trace {
                steps.pop_front();
            }
        };
        let outcome = self.run(input, Some(&mut keep))?;
        Ok((outcome, steps.into()))
    }

    /// Links and runs a program for a report. The trace is empty without `has_trace`.
    ///
    /// # Errors
    /// If the program cannot start. A program that stops before its end is not an error here.
    pub fn run_for_report(
        &mut self,
        input: &RunInput<'_>,
        has_trace: bool,
    ) -> Result<(RunOutcome, Vec<TraceStep>), RunFailure> {
        if has_trace { self.run_traced(input) } else { Ok((self.run(input, None)?, Vec::new())) }
    }

    /// Links and runs a program. `trace` receives each instruction, if there is a receiver.
    ///
    /// # Errors
    /// If the program cannot start. A program that stops before its end is not an error here.
    pub fn run(
        &mut self,
        input: &RunInput<'_>,
        trace: Option<&mut dyn FnMut(TraceStep)>,
    ) -> Result<RunOutcome, RunFailure> {
        self.forget();
        let described = |diagnostic| RunFailure::Description(Box::new(diagnostic));
        let return_address = self.convention.return_address;
        let return_address = return_address.ok_or_else(|| {
            described(missing("the register for return addresses", "ReturnAddress"))
        })?;
        let print_functions = self.options.print_functions.clone();
        let options = LinkOptions {
            address_width: self.convention.address_width,
            memory_size: self.options.memory_size,
            is_host: &|name| host_call(name, &print_functions).is_some(),
        };
        let mut program = link(self.machine, input.objects, &options)?;
        let entry = entry(&program, input.entry)?;
        let layout = self.layout.clone();
        let width = self.convention.address_width;
        let mut state = State {
            layout: &layout,
            registers: RegisterFile::new(&layout),
            memory: std::mem::take(&mut program.memory),
            pc: entry,
            address_mask: mask(width) as u64,
            effects: trace.is_some().then(Vec::new),
        };
        self.fill_registers(&mut state);
        state.set(return_address, program.exit.into());
        if let Some(stack_pointer) = self.convention.stack_pointer {
            const ALIGNMENT: u64 = 64;
            let top = state.memory.size() / ALIGNMENT * ALIGNMENT;
            state.set(stack_pointer, (top - ALIGNMENT).into());
        }
        self.set_arguments(&mut state, input.args)?;
        let mut run = Run {
            simulator: self,
            program: &program,
            frames: Vec::new(),
            output: String::new(),
            result: None,
            count: 0,
        };
        let stop = run.execute(&mut state, trace).err();
        let stop = stop.map(|fault| Stop {
            kind: fault.kind,
            address: state.pc,
            place: place(&program, state.pc),
            message: fault.message,
        });
        let (output, result, instructions) = (run.output, run.result, run.count);
        let registers = self.register_states(&state);
        Ok(RunOutcome { output, result, instructions, stop, registers })
    }

    fn set_arguments(&self, state: &mut State<'_>, args: &[i128]) -> Result<(), LinkFailure> {
        let registers = &self.convention.arguments;
        if args.len() > registers.len() {
            let (given, limit) = (args.len(), registers.len());
            let message = format!("{given} arguments: only {limit} are passed in registers");
            return Err(LinkFailure(message));
        }
        for (&register, &number) in registers.iter().zip(args) {
            state.set(register, number as u128 & mask(self.layout.width(register)));
        }
        Ok(())
    }

    /// Fills allocatable registers with numbers that no program expects. Other registers are not described.
    fn fill_registers(&self, state: &mut State<'_>) {
        let mut diagnostics = tablewright_syntax::diagnostic::Diagnostics::new();
        let store = self.machine.store();
        let Ok(classes) = store.analysis::<RegisterClasses>(&mut diagnostics) else { return };
        for register in self.registers.ids() {
            let mut own = classes.iter().filter(|(_, class)| class.contains(register));
            if own.any(|(_, class)| class.properties.is_allocatable) {
                state.registers.write(&self.layout, register, rubbish(register));
            } else {
                state.registers.undefine(&self.layout, register);
            }
        }
    }

    /// Returns the values of all registers that are not sub-registers of other registers.
    fn register_states(&self, state: &State<'_>) -> Vec<RegisterState> {
        let mut states = Vec::new();
        for (register, data) in self.registers.iter() {
            if !data.sub_regs.is_empty() || data.is_artificial || self.layout.is_constant(register)
            {
                continue;
            }
            let value = state.registers.read(&self.layout, register).ok();
            states.push(RegisterState {
                register: self.machine.register_name(register),
                value: value.map(|value| format!("{value:#x}")),
            });
        }
        states
    }
}

/// Returns a number that differs from register to register.
fn rubbish(register: RegisterId) -> u128 {
    let number = 0xa5c0_u128.wrapping_add((register.index() as u128).wrapping_mul(0x9e37));
    (0..8).fold(0, |all, part| all << 16 | number.rotate_left(part) & 0xffff)
}

/// Returns the entry function's address.
fn entry(program: &LinkedProgram, name: Option<&str>) -> Result<u64, LinkFailure> {
    let lookup = |name: &str| {
        let own = program.symbols.iter().find(|(_, own)| own == name);
        program.globals.get(name).copied().or_else(|| own.map(|symbol| symbol.0))
    };
    match name {
        Some(name) => {
            let address = lookup(name);
            address.ok_or_else(|| LinkFailure(format!("the program has no symbol '{name}'")))
        }
        None => {
            let first = program.symbols.first().map(|symbol| symbol.0);
            let address = lookup("main").or(first);
            address.ok_or_else(|| LinkFailure("the program has no symbols".to_owned()))
        }
    }
}

/// Returns an address as symbol and distance.
fn place(program: &LinkedProgram, address: u64) -> String {
    if let Some(name) = program.host.get(&address) {
        return name.clone();
    }
    let before = program.symbols.partition_point(|(own, _)| *own <= address);
    match before.checked_sub(1).map(|index| &program.symbols[index]) {
        Some((own, name)) if *own == address => name.clone(),
        Some((own, name)) => format!("{name}+{:#x}", address - own),
        None => format!("{address:#x}"),
    }
}

/// Returns the fault if there is no code at the next address, and moves the stop to the instruction before.
fn no_code(state: &mut State<'_>, previous: Option<u64>) -> Option<Fault> {
    let next = state.pc;
    if !state.memory.code_bytes(next, 1).is_empty() {
        return None;
    }
    state.pc = previous?;
    let message = format!("the next instruction is at {next:#x}, where there is no code");
    Some(Fault::new(StopKind::NotAnInstruction, message))
}

impl Run<'_, '_, '_> {
    fn execute(
        &mut self,
        state: &mut State<'_>,
        mut trace: Option<&mut dyn FnMut(TraceStep)>,
    ) -> Result<(), Fault> {
        self.call(state, self.program.exit)?;
        let mut previous = None;
        while state.pc != self.program.exit {
            if let Some(name) = self.program.host.get(&state.pc) {
                let name = name.clone();
                if self.host(state, &name)? {
                    return Ok(());
                }
                continue;
            }
            if self.count >= self.simulator.options.max_instructions {
                let message = format!("the limit of {} instructions", self.count);
                return Err(Fault::new(StopKind::Limit, message));
            }
            if self.count.is_multiple_of(INTERRUPT_INTERVAL) && self.is_interrupted() {
                return Err(Fault::new(StopKind::Limit, "the run was interrupted"));
            }
            let bound = self.simulator.bound(&state.memory, state.pc);
            let bound = bound.map_err(|fault| no_code(state, previous).unwrap_or(fault))?;
            self.count += 1;
            let address = state.pc;
            previous = Some(address);
            if let Some(effects) = &mut state.effects {
                effects.clear();
                state.note_loads(&bound);
            }
            let next = address.wrapping_add(u64::from(bound.size)) & state.address_mask;
            let machine = self.simulator.machine;
            let has_jumped = state.execute(&bound, |register| machine.register_name(register))?;
            if let Some(trace) = &mut trace {
                trace(self.trace_step(state, &bound, address));
            }
            if has_jumped {
                let pc = state.pc;
                if bound.sets_return_address && pc != next && self.has_return_address(state, next) {
                    self.call(state, next)?;
                } else if self.frames.last().is_some_and(|frame| frame.return_address == pc) {
                    // Reports stay at the instruction that returns.
                    state.pc = address;
                    self.check_return(state)?;
                    state.pc = pc;
                }
            }
        }
        self.result = self.simulator.convention.results.first().and_then(|&register| {
            let value = state.registers.read(state.layout, register).ok()?;
            Some(signed(value, state.layout.width(register)))
        });
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        let interrupt = self.simulator.options.interrupt.as_ref();
        interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// Whether a register has the address of the next instruction: a jump may discard it in a constant register.
    fn has_return_address(&self, state: &State<'_>, next: u64) -> bool {
        let link = self.simulator.convention.return_address;
        let value = link.map(|register| state.registers.read(state.layout, register));
        value.is_some_and(|value| value == Ok(next.into()))
    }

    /// Notes a call that returns to an address.
    fn call(&mut self, state: &State<'_>, return_address: u64) -> Result<(), Fault> {
        if self.frames.len() >= MAX_FRAMES {
            return Err(Fault::new(StopKind::Limit, format!("{MAX_FRAMES} calls in calls")));
        }
        let convention = &self.simulator.convention;
        let read = |register: RegisterId| state.registers.read(state.layout, register).ok();
        self.frames.push(CallFrame {
            return_address,
            function: state.pc,
            stack_pointer: convention.stack_pointer.and_then(read).unwrap_or(0),
            saved: convention.survivors.iter().map(|&register| read(register)).collect(),
        });
        Ok(())
    }

    /// Checks the registers that survive the last call.
    fn check_return(&mut self, state: &State<'_>) -> Result<(), Fault> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let convention = &self.simulator.convention;
        let read = |register: RegisterId| state.registers.read(state.layout, register).ok();
        let stack_pointer = convention.stack_pointer.map(|it| (it, Some(frame.stack_pointer)));
        let saved = convention.survivors.iter().copied().zip(frame.saved.iter().copied());
        for (register, before) in stack_pointer.into_iter().chain(saved) {
            let after = read(register);
            if after == before {
                continue;
            }
            let name = self.simulator.machine.register_name(register);
            let function = place(self.program, frame.function);
            let shown = |value: Option<u128>| {
                value.map_or_else(|| "not described".to_owned(), |value| format!("{value:#x}"))
            };
            let message = format!(
                "'{function}' has changed register '{name}', which survives calls: it was {}, and is {}",
                shown(before),
                shown(after)
            );
            return Err(Fault::new(StopKind::Call, message));
        }
        Ok(())
    }

    /// Executes a function of the host. Returns whether the program has ended.
    fn host(&mut self, state: &mut State<'_>, name: &str) -> Result<bool, Fault> {
        let convention = &self.simulator.convention;
        let call = host_call(name, &self.simulator.options.print_functions);
        let argument = convention.arguments.first().and_then(|&register| {
            let value = state.registers.read(state.layout, register).ok()?;
            Some((value, state.layout.width(register)))
        });
        let (value, width) = argument.ok_or_else(|| {
            Fault::new(StopKind::NoMeaning, format!("the argument of '{name}' is not described"))
        })?;
        let number = signed(value, width);
        match call {
            Some(HostCall::Print) => self.output.push_str(&format!("{number}\n")),
            Some(HostCall::PrintUnsigned) => self.output.push_str(&format!("{value}\n")),
            Some(HostCall::PutChar) => self.output.push(char::from(value as u8)),
            Some(HostCall::PutString) => {
                let mut address = value as u64 & state.address_mask;
                loop {
                    let byte = state.memory.load(address, 1);
                    let byte = byte.map_err(|it| Fault::new(StopKind::Memory, it.to_string()))?;
                    if byte == 0 || self.output.len() > MAX_OUTPUT {
                        break;
                    }
                    self.output.push(char::from(byte as u8));
                    address = address.wrapping_add(1);
                }
                self.output.push('\n');
            }
            Some(HostCall::Exit) => {
                self.result = Some(number);
                return Ok(true);
            }
            Some(HostCall::Abort) | None => {
                return Err(Fault::new(StopKind::Undefined, "the program called 'abort'"));
            }
        }
        if self.output.len() > MAX_OUTPUT {
            return Err(Fault::new(StopKind::Limit, "the program prints too much"));
        }
        let link = convention.return_address;
        let link = link.map(|register| state.registers.read(state.layout, register));
        let Some(Ok(link)) = link else {
            return Err(Fault::new(StopKind::Undefined, "the return address is not described"));
        };
        for &register in &convention.clobbered {
            state.registers.write(state.layout, register, rubbish(register));
        }
        if let Some(&result) = convention.results.first() {
            state.registers.write(state.layout, result, value);
        }
        state.pc = link as u64 & state.address_mask;
        if self.frames.last().is_some_and(|frame| frame.return_address == state.pc) {
            self.frames.pop();
        }
        Ok(false)
    }

    fn trace_step(&self, state: &State<'_>, bound: &BoundInstruction, address: u64) -> TraceStep {
        let machine = self.simulator.machine;
        let mut text = String::new();
        machine.print(&bound.insn, &mut text);
        let bytes = state.memory.bytes(address, usize::from(bound.size));
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let effects = state.effects.as_deref().unwrap_or_default();
        let changes = effects.iter().map(|effect| match effect {
            Effect::Register(register, number) => {
                format!("{}={number:#x}", machine.register_name(*register))
            }
            Effect::Load { address, number, .. } => format!("[{address:#x}]->{number:#x}"),
            Effect::Store { address, number, .. } => format!("[{address:#x}]={number:#x}"),
        });
        TraceStep {
            address,
            place: place(self.program, address),
            bytes: bytes.join(" "),
            text,
            changes: changes.collect(),
        }
    }
}
