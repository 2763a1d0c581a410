//! Selected instructions, executed one by one with random registers.

use rustc_hash::FxHashMap;
use tablewright_llvm::selector::{SelectedInstruction, SelectedOperand, Selection};
use tablewright_machine::{Insn, InsnOperand, InsnOperands, Machine};
use tablewright_records::AnalysisError;
use tablewright_selection::patterns::graph::{GraphPayload, SelectionGraph};
use tablewright_simulator::{GraphBytes, Simulator, StepFailure, StepState};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::operands::OperandConstraint;
use tablewright_target::registers::{
    DescribedClasses, RegisterClassLike, RegisterId, Registers, RegistersByHwMode,
};

use super::generate::RandomTree;
use super::random::RandomNumbers;

/// The reason for which a tree has no result from instructions.
pub(super) enum NotExecuted {
    /// The description does not say enough.
    Skipped(String),
    /// An instruction does not do what the description says.
    Finding(String),
}

/// The results of a tree.
pub(super) struct ExecutionOutcome {
    /// The value of each root; `None` for an effect.
    pub(super) roots: Vec<Option<u128>>,
    pub(super) memory: GraphBytes,
}

/// Executes selected instructions.
pub(super) struct StepExecutor<'a, 'm, 's> {
    pub(super) machine: &'m Machine<'s>,
    pub(super) simulator: &'a mut Simulator<'m, 's>,
    registers: &'s Registers,
    classes: &'s DescribedClasses,
    by_hw_mode: &'s RegistersByHwMode,
    encoded: Vec<InstructionId>,
    pub(super) random: RandomNumbers,
    /// The executed instructions as text.
    pub(super) lines: Vec<String>,
}

/// Values of results by instruction number and result index.
type ResultValues = FxHashMap<(usize, usize), u128>;

/// An operand with the value of its register.
type FilledOperand = (InsnOperand, Option<u128>);

impl<'a, 'm, 's> StepExecutor<'a, 'm, 's> {
    pub(super) fn new(
        machine: &'m Machine<'s>,
        simulator: &'a mut Simulator<'m, 's>,
        seed: u64,
        diagnostics: &mut Diagnostics,
    ) -> Result<StepExecutor<'a, 'm, 's>, AnalysisError> {
        let store = machine.store();
        Ok(StepExecutor {
            machine,
            simulator,
            registers: store.analysis(diagnostics)?,
            classes: store.analysis(diagnostics)?,
            by_hw_mode: store.analysis(diagnostics)?,
            encoded: machine.encoded_instructions(),
            random: RandomNumbers::new(seed ^ 0x5eed),
            lines: Vec::new(),
        })
    }

    /// Executes the instructions of a tree.
    pub(super) fn execute(
        &mut self,
        tree: &RandomTree,
        selection: &Selection,
        memory: GraphBytes,
    ) -> Result<ExecutionOutcome, NotExecuted> {
        self.lines.clear();
        let mut state = self.simulator.step_state(memory);
        let mut results = ResultValues::default();
        for (number, instruction) in selection.instructions.iter().enumerate() {
            self.instruction(tree, instruction, number, &mut state, &mut results)?;
        }
        let mut roots = Vec::new();
        for operand in &selection.roots {
            roots.push(match operand {
                Some(operand) => Some(self.value(tree, operand, &state, &results)?),
                None => None,
            });
        }
        Ok(ExecutionOutcome { roots, memory: state.memory })
    }

    fn value(
        &self,
        tree: &RandomTree,
        operand: &SelectedOperand,
        state: &StepState,
        results: &ResultValues,
    ) -> Result<u128, NotExecuted> {
        let value = match operand {
            SelectedOperand::Result { instruction, result } => {
                results.get(&(*instruction, *result)).copied()
            }
            SelectedOperand::Leaf(value) => input(&tree.graph, tree, value.node),
            SelectedOperand::Number(number) => Some(*number as u128),
            SelectedOperand::Register(name) => {
                let register = self.registers.for_name(name);
                register.and_then(|register| self.simulator.register(state, register))
            }
            SelectedOperand::NoRegister | SelectedOperand::Enumerator(_) => None,
        };
        value.ok_or_else(|| NotExecuted::Skipped("an operand has no value".to_owned()))
    }

    fn instruction(
        &mut self,
        tree: &RandomTree,
        instruction: &SelectedInstruction,
        number: usize,
        state: &mut StepState,
        results: &mut ResultValues,
    ) -> Result<(), NotExecuted> {
        let operands = &instruction.operands;
        match (instruction.name.as_str(), &operands[..]) {
            ("constant", [value]) | ("COPY_TO_REGCLASS", [value, _]) => {
                let value = self.value(tree, value, state, results)?;
                results.insert((number, 0), value);
                return Ok(());
            }
            ("COPY", [SelectedOperand::Register(name), value]) => {
                let value = self.value(tree, value, state, results)?;
                if let Some(register) = self.registers.for_name(name) {
                    self.simulator.set_register(state, register, value);
                }
                return Ok(());
            }
            _ => {}
        }
        let name = &instruction.name;
        let Some(id) = instruction.instruction.filter(|id| self.encoded.contains(id)) else {
            return Err(NotExecuted::Skipped(format!("'{name}' has no encoding")));
        };
        let filled = self.operands(tree, instruction, id, state, results)?;
        self.step(id, &filled, number, state, results)
    }

    /// Chooses registers for the operands.
    fn operands(
        &mut self,
        tree: &RandomTree,
        instruction: &SelectedInstruction,
        id: InstructionId,
        state: &StepState,
        results: &ResultValues,
    ) -> Result<Vec<FilledOperand>, NotExecuted> {
        let list = self.machine.operands().for_instruction(id);
        let outputs = (0..list.mi_operands().len())
            .take_while(|&operand| self.machine.is_output(id, operand))
            .count();
        if list.mi_operands().len() != outputs + instruction.operands.len() {
            let message = format!("'{}' has another number of operands", instruction.name);
            return Err(NotExecuted::Skipped(message));
        }
        let mut filled: Vec<FilledOperand> = vec![(InsnOperand::NoRegister, None); outputs];
        let mut used: Vec<RegisterId> = Vec::new();
        for (index, operand) in instruction.operands.iter().enumerate() {
            let mi_operand = outputs + index;
            let class = self.class(id, mi_operand);
            let choice = match (operand, class) {
                (SelectedOperand::Register(name), _) => {
                    let register = self.registers.for_name(name);
                    (register.map_or(InsnOperand::NoRegister, InsnOperand::Register), None)
                }
                (SelectedOperand::NoRegister, _) => (InsnOperand::NoRegister, None),
                (SelectedOperand::Number(number), None) => (InsnOperand::Number(*number), None),
                (operand, Some(class)) => {
                    let value = self.value(tree, operand, state, results)?;
                    let register = self.choose(&class, &used)?;
                    used.push(register);
                    (InsnOperand::Register(register), Some(value))
                }
                (
                    SelectedOperand::Result { .. }
                    | SelectedOperand::Leaf(_)
                    | SelectedOperand::Enumerator(_),
                    None,
                ) => {
                    let message =
                        format!("'{}' has an operand that is no number", instruction.name);
                    return Err(NotExecuted::Skipped(message));
                }
            };
            filled.push(choice);
        }
        // Outputs may be the registers of inputs.
        for output in 0..outputs {
            let tied = (outputs..filled.len()).find(|&input| {
                let constraint = list.mi_operands()[input].constraint;
                constraint == OperandConstraint::TiedTo(output as u32)
            });
            filled[output].0 = match tied {
                Some(input) => filled[input].0,
                None => {
                    let Some(class) = self.class(id, output) else {
                        let message =
                            format!("'{}' has an output that is no register", instruction.name);
                        return Err(NotExecuted::Skipped(message));
                    };
                    let register = self.output(&class, &filled[outputs..], &used)?;
                    used.push(register);
                    InsnOperand::Register(register)
                }
            };
        }
        Ok(filled)
    }

    /// Returns the registers of an operand's class. `None` for an operand that is a number.
    fn class(&self, id: InstructionId, mi_operand: usize) -> Option<Vec<RegisterId>> {
        let list = self.machine.operands().for_instruction(id);
        let record = self.machine.store().record(list.mi_record(mi_operand)?);
        let class = RegisterClassLike::from_operand(record).ok()??;
        let class = class.in_mode(self.machine.hw_mode(), self.by_hw_mode)?;
        Some(self.classes.for_record(class)?.order.clone())
    }

    /// Chooses the register of an output: often the register of an input, as in short forms.
    fn output(
        &mut self,
        class: &[RegisterId],
        inputs: &[FilledOperand],
        used: &[RegisterId],
    ) -> Result<RegisterId, NotExecuted> {
        let registers = inputs.iter().filter_map(|&(operand, _)| operand.register());
        let is_output =
            |it: &RegisterId| class.contains(it) && !self.simulator.is_constant_register(*it);
        let inputs: Vec<RegisterId> = registers.filter(is_output).collect();
        if !inputs.is_empty() && self.random.is_one_of(2) {
            return Ok(inputs[self.random.below(inputs.len())]);
        }
        self.choose(class, used)
    }

    fn choose(
        &mut self,
        class: &[RegisterId],
        used: &[RegisterId],
    ) -> Result<RegisterId, NotExecuted> {
        let is_free = |register: &&RegisterId| {
            !self.simulator.is_constant_register(**register)
                && !used.iter().any(|&used| self.simulator.registers_overlap(used, **register))
        };
        let free: Vec<RegisterId> = class.iter().filter(is_free).copied().collect();
        if free.is_empty() {
            return Err(NotExecuted::Skipped("too few registers".to_owned()));
        }
        Ok(free[self.random.below(free.len())])
    }

    fn step(
        &mut self,
        id: InstructionId,
        filled: &[FilledOperand],
        number: usize,
        state: &mut StepState,
        results: &mut ResultValues,
    ) -> Result<(), NotExecuted> {
        let operands: InsnOperands = filled.iter().map(|&(operand, _)| operand).collect();
        let insn = Insn::new(id, operands);
        let mut text = String::new();
        self.machine.print(&insn, &mut text);
        let text = text.trim().replace('\t', " ");
        self.lines.push(text.clone());
        let before = self.run(&insn, filled, state, &text)?;
        for (index, &(operand, _)) in filled.iter().enumerate() {
            let InsnOperand::Register(register) = operand else { continue };
            if !self.machine.is_output(id, index) {
                continue;
            }
            let Some(value) = self.simulator.register(&before, register) else {
                let message = format!("'{text}' leaves its result undefined");
                return Err(NotExecuted::Skipped(message));
            };
            results.insert((number, index), value);
        }
        self.check_commutation(&insn, filled, state, &before, &text)?;
        self.check_short_form(&insn, filled, state, &before)?;
        *state = before;
        Ok(())
    }

    /// Executes an instruction in a copy of the state.
    fn run(
        &mut self,
        insn: &Insn,
        filled: &[FilledOperand],
        state: &StepState,
        text: &str,
    ) -> Result<StepState, NotExecuted> {
        let mut state = state.clone();
        for &(operand, value) in filled {
            if let (InsnOperand::Register(register), Some(value)) = (operand, value) {
                self.simulator.set_register(&mut state, register, value);
            }
        }
        let name = self.machine.instruction_name(insn.instruction);
        self.simulator.execute_step(&mut state, insn).map_err(|failure| match failure {
            StepFailure::NotEncoded if !self.machine.unknown_methods().is_empty() => {
                NotExecuted::Skipped(format!("'{name}' may have an operand of unknown syntax"))
            }
            StepFailure::NotEncoded => {
                NotExecuted::Finding(format!("'{text}' is selected, but cannot be encoded"))
            }
            StepFailure::NotDecoded(reason) => NotExecuted::Finding(format!("'{text}': {reason}")),
            StepFailure::NoMeaning(reason) => NotExecuted::Skipped(reason),
            StepFailure::Stopped(reason) => NotExecuted::Finding(format!("'{text}': {reason}")),
        })?;
        Ok(state)
    }

    /// Executes the short form of an instruction, which must do the same.
    fn check_short_form(
        &mut self,
        insn: &Insn,
        filled: &[FilledOperand],
        state: &StepState,
        after: &StepState,
    ) -> Result<(), NotExecuted> {
        let Some(short) = self.machine.compressed(insn) else { return Ok(()) };
        let mut state = state.clone();
        for &(operand, value) in filled {
            if let (InsnOperand::Register(register), Some(value)) = (operand, value) {
                self.simulator.set_register(&mut state, register, value);
            }
        }
        let mut text = String::new();
        self.machine.print(&short, &mut text);
        let text = text.trim().replace('\t', " ");
        let finding =
            |message: String| Err(NotExecuted::Finding(format!("short form '{text}': {message}")));
        match self.simulator.execute_step(&mut state, &short) {
            Ok(()) => {}
            Err(StepFailure::NotEncoded) => return finding("it cannot be encoded".to_owned()),
            Err(StepFailure::NotDecoded(reason) | StepFailure::Stopped(reason)) => {
                return finding(reason);
            }
            Err(StepFailure::NoMeaning(_)) => return Ok(()),
        }
        for (index, &(operand, _)) in filled.iter().enumerate() {
            let InsnOperand::Register(register) = operand else { continue };
            let is_output = self.machine.is_output(insn.instruction, index);
            let value = |state: &StepState| self.simulator.register(state, register);
            if is_output && value(after) != value(&state) {
                return finding("its result is another".to_owned());
            }
        }
        if state.memory != after.memory {
            return finding("it stores something else".to_owned());
        }
        Ok(())
    }

    /// Encodes and decodes each instruction with random operands. Returns the differences.
    pub(super) fn round_trips(&mut self, count: usize) -> Vec<(String, String)> {
        let mut differences = Vec::new();
        for id in self.encoded.clone() {
            let name = self.machine.instruction_name(id).to_owned();
            let difference = (0..count).find_map(|_| self.round_trip(id));
            differences.extend(difference.map(|difference| (name, difference)));
        }
        differences
    }

    /// Encodes and decodes an instruction with random operands. Operands that cannot be encoded are passed over.
    fn round_trip(&mut self, id: InstructionId) -> Option<String> {
        let list = self.machine.operands().for_instruction(id);
        let mut operands = InsnOperands::new();
        for (index, part) in list.mi_operands().iter().enumerate() {
            let operand = match (part.constraint, self.class(id, index)) {
                (OperandConstraint::TiedTo(output), _) => *operands.get(output as usize)?,
                (OperandConstraint::None | OperandConstraint::EarlyClobber, Some(class)) => {
                    let index = self.random.below(class.len().max(1));
                    InsnOperand::Register(*class.get(index)?)
                }
                (OperandConstraint::None | OperandConstraint::EarlyClobber, None) => {
                    InsnOperand::Number(self.random.interesting(12))
                }
            };
            operands.push(operand);
        }
        let insn = Insn::new(id, operands);
        let bytes = self.machine.encode(&insn)?;
        let mut text = String::new();
        self.machine.print(&insn, &mut text);
        let text = text.trim().replace('\t', " ");
        match self.machine.decode(&bytes) {
            Err(_) => Some(format!("'{text}' is encoded, but not decoded")),
            Ok(decoded) if decoded.insn != insn => {
                let mut other = String::new();
                self.machine.print(&decoded.insn, &mut other);
                let other = other.trim().replace('\t', " ");
                // Another instruction of the same bytes, or an operand that is written in several ways.
                (other != text).then(|| format!("'{text}' is decoded as '{other}'"))
            }
            Ok(_) => None,
        }
    }

    /// Exchanges the first two inputs of an instruction that permits it.
    fn check_commutation(
        &mut self,
        insn: &Insn,
        filled: &[FilledOperand],
        state: &StepState,
        after: &StepState,
        text: &str,
    ) -> Result<(), NotExecuted> {
        let inputs: Vec<usize> = (0..filled.len()).filter(|&it| filled[it].1.is_some()).collect();
        let (&[first, second, ..], true) =
            (&inputs[..], self.simulator.is_commutable(insn.instruction))
        else {
            return Ok(());
        };
        let mut exchanged = filled.to_vec();
        (exchanged[first].1, exchanged[second].1) = (filled[second].1, filled[first].1);
        let Ok(other) = self.run(insn, &exchanged, state, text) else { return Ok(()) };
        for (index, &(operand, _)) in filled.iter().enumerate() {
            let InsnOperand::Register(register) = operand else { continue };
            let is_output = self.machine.is_output(insn.instruction, index);
            let value = |state: &StepState| self.simulator.register(state, register);
            if is_output && value(after) != value(&other) {
                let message =
                    format!("'{text}' is isCommutable, but its operands cannot be exchanged");
                return Err(NotExecuted::Finding(message));
            }
        }
        Ok(())
    }
}

/// Returns the value of a leaf.
fn input(
    graph: &SelectionGraph,
    tree: &RandomTree,
    node: tablewright_selection::patterns::graph::GraphNodeId,
) -> Option<u128> {
    match &graph.get(node).payload {
        GraphPayload::Register(name) => tree.inputs.get(name).copied(),
        GraphPayload::Constant(number) => Some(*number as u128),
        GraphPayload::None
        | GraphPayload::Block(_)
        | GraphPayload::Condition(_)
        | GraphPayload::Type(_)
        | GraphPayload::Symbol(_)
        | GraphPayload::Memory(_) => None,
    }
}
