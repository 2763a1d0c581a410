//! The meaning of instructions, compiled at first use.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::Serialize;
use tablewright_index::IndexVec;
use tablewright_machine::Machine;
use tablewright_records::{
    AnalysisError, FieldError, Record, RecordStore, RecordView, Value as Init,
};
use tablewright_selection::patterns::{
    CompletePattern, ForestOperation, PatternId, Patterns, SemanticsEquivalences, SemanticsProblem,
    SemanticsReader, semantics_overrides,
};
use tablewright_selection::record_views::selection_dag::SemanticsRecord;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::flags::{ExplicitFlags, InstructionFlag, explicit_flags};
use tablewright_target::instructions::operands::Operand;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::registers::{RegisterClassLike, RegisterId, Registers};
use tablewright_target::value_types::ValueTypes;

use crate::compile::{CompileContext, NodeSemantics, compile_matched_tree, compile_trees};
use crate::program::{Program, Statement, Value, ValueType};
use crate::register_file::RegisterLayout;
use crate::stop::NoMeaning;

/// The part of the description that has an instruction's meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeaningSource {
    /// A record of class `Semantics`.
    Semantics,
    /// The instruction's pattern.
    Pattern,
    /// A record of class `Pat` that creates only this instruction.
    Selection,
    /// The flag `isMoveReg`.
    Move,
    /// The flag `isCall`, with the only register in `Defs`.
    Call,
    /// The long instruction of `CompressPat`.
    LongForm,
}

/// An instruction's meaning.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    pub(crate) program: Rc<Program>,
    pub(crate) source: MeaningSource,
}

/// The meanings of a target's instructions.
pub(crate) struct Meanings<'s> {
    store: &'s RecordStore,
    reader: SemanticsReader<'s>,
    types: &'s ValueTypes,
    hw_modes: &'s HwModes,
    registers: &'s Registers,
    equivalences: SemanticsEquivalences,
    nodes: NodeSemantics<'s>,
    sources: MeaningSources<'s>,
    address_width: u32,
    compiled: FxHashMap<InstructionId, Result<Meaning, NoMeaning>>,
}

/// The parts of the description from which an instruction's meaning follows.
struct MeaningSources<'s> {
    overrides: FxHashMap<InstructionId, SemanticsRecord<'s>>,
    patterns: &'s Patterns,
    /// Patterns that create a single instruction, by instruction.
    selections: FxHashMap<InstructionId, Vec<PatternId>>,
    flags: IndexVec<InstructionId, ExplicitFlags>,
}

impl<'s> Meanings<'s> {
    pub(crate) fn new(
        machine: &Machine<'s>,
        address_width: u32,
        diagnostics: &mut Diagnostics,
    ) -> Result<Meanings<'s>, AnalysisError> {
        let store = machine.store();
        let reader = SemanticsReader::new(store, diagnostics, machine.hw_mode())?;
        let records = SemanticsRecord::all_if_defined(store);
        let overrides = semantics_overrides(records, machine.instructions())?;
        let equivalences = store.derived_if_defined("SDNodeEquiv");
        let patterns: &Patterns = store.analysis(diagnostics)?;
        Ok(Meanings {
            sources: MeaningSources {
                overrides: overrides.into_iter().map(|(record, id)| (id, record)).collect(),
                patterns,
                selections: selections(store, patterns),
                flags: explicit_flags(store, diagnostics)?,
            },
            store,
            types: store.analysis(diagnostics)?,
            hw_modes: store.analysis(diagnostics)?,
            registers: store.analysis(diagnostics)?,
            equivalences: SemanticsEquivalences::read(&equivalences, &reader)?,
            nodes: NodeSemantics::new(store)?,
            reader,
            address_width,
            compiled: FxHashMap::default(),
        })
    }

    /// Returns an instruction's own meaning; a short form may have the meaning of its long form instead.
    pub(crate) fn get(
        &mut self,
        machine: &Machine<'s>,
        layout: &RegisterLayout,
        instruction: InstructionId,
    ) -> Result<Meaning, NoMeaning> {
        if let Some(meaning) = self.compiled.get(&instruction) {
            return meaning.clone();
        }
        let meaning = self.compile(machine, layout, instruction);
        self.compiled.insert(instruction, meaning.clone());
        meaning
    }

    fn compile(
        &mut self,
        machine: &Machine<'s>,
        layout: &RegisterLayout,
        instruction: InstructionId,
    ) -> Result<Meaning, NoMeaning> {
        let record = self.store.record(machine.instructions().record(instruction));
        if self.sources.flags[instruction].set.has(InstructionFlag::HasDelaySlot) {
            return Err(NoMeaning::new("delay slots are not simulated"));
        }
        let (trees, source) = match self.sources.overrides.get(&instruction) {
            Some(&record) => {
                (self.reader.for_record(record, instruction), MeaningSource::Semantics)
            }
            None => (self.reader.for_instruction(instruction), MeaningSource::Pattern),
        };
        let trees = trees.map_err(|SemanticsProblem(it)| NoMeaning::new(it.message.clone()))?;
        let compiled = match trees {
            Some(trees) if !trees.is_empty() => {
                let context = self.context(machine, layout);
                let operands = machine.operands().for_instruction(instruction);
                let is_sequential = source == MeaningSource::Semantics;
                compile_trees(context, operands, &trees, is_sequential)
            }
            _ if self.does_nothing(instruction)? => Ok(Program::default()),
            _ => Err(NoMeaning::new("it has no pattern and no semantics")),
        };
        let (mut program, source) = match compiled {
            Ok(program) => (program, source),
            Err(reason) if source == MeaningSource::Pattern => {
                let selected = self.by_selection(machine, layout, instruction)?;
                match selected.or(self.by_flags(machine, layout, instruction, record)?) {
                    Some(meaning) => meaning,
                    None => return Err(reason),
                }
            }
            Err(reason) => return Err(reason),
        };
        check_outputs(machine, instruction, &program)?;
        self.add_undefined(record, layout, &mut program)?;
        Ok(Meaning { program: Rc::new(program), source })
    }

    fn context<'a>(
        &'a self,
        machine: &Machine<'s>,
        layout: &'a RegisterLayout,
    ) -> CompileContext<'a, 's> {
        CompileContext {
            store: self.store,
            reader: &self.reader,
            types: self.types,
            hw_modes: self.hw_modes,
            mode: machine.hw_mode(),
            registers: self.registers,
            layout,
            equivalences: &self.equivalences,
            nodes: &self.nodes,
            address_width: self.address_width,
        }
    }

    /// Returns the meaning that follows from a pattern for selection: the instruction computes what it is selected
    /// for. Its operands must be distinct names of the matched tree, so that the tree has the whole meaning.
    fn by_selection(
        &mut self,
        machine: &Machine<'s>,
        layout: &RegisterLayout,
        instruction: InstructionId,
    ) -> Result<Option<(Program, MeaningSource)>, NoMeaning> {
        let Some(selections) = self.sources.selections.get(&instruction) else { return Ok(None) };
        let operands = machine.operands().for_instruction(instruction);
        for pattern in selections.clone() {
            let pattern = &self.sources.patterns.list()[pattern];
            if !machine.has_predicates(pattern.predicates)? {
                continue;
            }
            let inputs = operands.list().get(operands.def_count()..).unwrap_or_default();
            let Some(names) = operand_names(self.sources.patterns, pattern, inputs) else {
                continue;
            };
            let output = match operands.def_count() {
                0 => None,
                1 => Some(0),
                _ => continue,
            };
            let tree = self.reader.for_pattern(self.sources.patterns, pattern);
            let context = self.context(machine, layout);
            if let Ok(program) = compile_matched_tree(context, operands, tree, &names, output) {
                return Ok(Some((program, MeaningSource::Selection)));
            }
        }
        Ok(None)
    }

    /// Whether a `Semantics` record has an empty list: the instruction does nothing.
    fn does_nothing(&self, instruction: InstructionId) -> Result<bool, FieldError> {
        let Some(record) = self.sources.overrides.get(&instruction) else { return Ok(false) };
        let pattern = self.store.value(record.pattern()?);
        Ok(matches!(pattern, Init::List(list) if list.elements.is_empty()))
    }

    /// Adds the registers in `Defs` to which the program does not write.
    fn add_undefined(
        &self,
        record: Record<'_>,
        layout: &RegisterLayout,
        program: &mut Program,
    ) -> Result<(), FieldError> {
        for register in InstructionRecord::new(record).defs()? {
            let Some(register) = self.registers.for_record(register.id()) else { continue };
            program.undefined.push(register);
        }
        let statements = &program.statements;
        program.undefined.retain(|&register| {
            !statements.iter().any(|statement| match statement {
                Statement::SetRegister { register: written, .. } => {
                    layout.overlap(*written, register)
                }
                Statement::SetOperand { .. } | Statement::Store { .. } | Statement::Jump { .. } => {
                    false
                }
            })
        });
        Ok(())
    }

    /// Returns the meaning that follows from the flags of an instruction.
    fn by_flags(
        &self,
        machine: &Machine<'s>,
        layout: &RegisterLayout,
        instruction: InstructionId,
        record: Record<'s>,
    ) -> Result<Option<(Program, MeaningSource)>, NoMeaning> {
        let flags = self.sources.flags[instruction].set;
        if flags.has(InstructionFlag::IsMoveReg) {
            return Ok(self.register_move(machine, instruction));
        }
        if flags.has(InstructionFlag::IsCall) {
            return self.call(machine, layout, instruction, record);
        }
        Ok(None)
    }

    /// Returns the program of a move: the only other operand is copied to the only output.
    fn register_move(
        &self,
        machine: &Machine<'s>,
        instruction: InstructionId,
    ) -> Option<(Program, MeaningSource)> {
        let operands = machine.operands().for_instruction(instruction);
        if operands.def_count() != 1 || operands.mi_operands().len() != 2 {
            return None;
        }
        let width = self.operand_width(machine, instruction, 0)?;
        if self.operand_width(machine, instruction, 1)? != width {
            return None;
        }
        let mut program = Program::default();
        let value = program.push(Value::Operand(1), ValueType::integer(width));
        program.statements.push(Statement::SetOperand { operand: 0, value });
        Some((program, MeaningSource::Move))
    }

    /// Returns the width of a register operand.
    fn operand_width(
        &self,
        machine: &Machine<'s>,
        instruction: InstructionId,
        operand: usize,
    ) -> Option<u32> {
        let operands = machine.operands().for_instruction(instruction);
        let record = self.store.record(operands.mi_record(operand)?);
        let class = RegisterClassLike::from_operand(record).ok()??;
        let class = class.record();
        let classes: &tablewright_target::registers::RegisterClasses =
            self.store.analysis(&mut Diagnostics::new()).ok()?;
        let class = classes.get(classes.for_record(class)?);
        Some(class.sizes.get(machine.hw_mode()).register)
    }

    /// Returns the program of a call: the only register in `Defs` gets the address of the next instruction.
    fn call(
        &self,
        machine: &Machine<'s>,
        layout: &RegisterLayout,
        instruction: InstructionId,
        record: Record<'s>,
    ) -> Result<Option<(Program, MeaningSource)>, NoMeaning> {
        let defs = InstructionRecord::new(record).defs()?;
        let operands = machine.operands().for_instruction(instruction);
        let ([link], [_]) = (&defs[..], operands.mi_operands()) else { return Ok(None) };
        let Some(register) = self.registers.for_record(link.id()) else { return Ok(None) };
        let mut program = Program::default();
        let ty = ValueType::integer(self.address_width);
        let target = program.push(Value::Operand(0), ty);
        let width = layout.width(register).min(self.address_width);
        let value = program.push(Value::NextInstruction, ValueType::integer(width));
        program.statements.push(Statement::Jump { target, condition: None });
        program.statements.push(Statement::SetRegister { register, value });
        Ok(Some((program, MeaningSource::Call)))
    }
}

/// Returns the patterns of `Pat` records that create a single instruction.
fn selections(
    store: &RecordStore,
    patterns: &Patterns,
) -> FxHashMap<InstructionId, Vec<PatternId>> {
    let mut selections: FxHashMap<InstructionId, Vec<PatternId>> = FxHashMap::default();
    for (id, pattern) in patterns.list().iter_enumerated() {
        if let ForestOperation::Instruction(instruction) =
            patterns.forest().operation(pattern.result)
            && store.record(pattern.record).inherits("Pattern")
        {
            selections.entry(instruction).or_default().push(id);
        }
    }
    selections
}

/// Returns the machine operand for each name in a created instruction; `None` if an operand is not a name of its own.
fn operand_names(
    patterns: &Patterns,
    pattern: &CompletePattern,
    inputs: &[Operand],
) -> Option<FxHashMap<Symbol, u16>> {
    let forest = patterns.forest();
    let children = forest.children(pattern.result);
    let mut names = FxHashMap::default();
    if children.len() != inputs.len() {
        return None;
    }
    for (&child, operand) in children.iter().zip(inputs) {
        let is_plain = forest.children(child).is_empty()
            && !matches!(forest.operation(child), ForestOperation::Int(_))
            && operand.mi_operand_count == 1;
        let name = forest.name(child).filter(|_| is_plain)?;
        if names.insert(name, operand.mi_operand as u16).is_some() {
            return None;
        }
    }
    Some(names)
}

/// Checks that all outputs are set.
fn check_outputs(
    machine: &Machine<'_>,
    instruction: InstructionId,
    program: &Program,
) -> Result<(), NoMeaning> {
    let operands = machine.operands().for_instruction(instruction);
    for operand in &operands.list()[..operands.def_count()] {
        let is_set = program.statements.iter().any(|statement| match statement {
            Statement::SetOperand { operand: set, .. } => u32::from(*set) == operand.mi_operand,
            Statement::SetRegister { .. } | Statement::Store { .. } | Statement::Jump { .. } => {
                false
            }
        });
        if !is_set {
            let name = machine.store().str(operand.name);
            return Err(NoMeaning::new(format!("its output '${name}' is not set")));
        }
    }
    Ok(())
}

/// Returns the register that calls set, if the calls of a target agree.
pub(crate) fn link_register(
    machine: &Machine<'_>,
    registers: &Registers,
    diagnostics: &mut Diagnostics,
) -> Result<Option<RegisterId>, AnalysisError> {
    let flags = explicit_flags(machine.store(), diagnostics)?;
    let mut link = None;
    for instruction in machine.encoded_instructions() {
        let record = machine.store().record(machine.instructions().record(instruction));
        if !flags[instruction].set.has(InstructionFlag::IsCall) {
            continue;
        }
        let [own] = &InstructionRecord::new(record).defs()?[..] else { continue };
        let Some(own) = registers.for_record(own.id()) else { continue };
        if link.is_some_and(|link| link != own) {
            return Ok(None);
        }
        link = Some(own);
    }
    Ok(link)
}
