//! Instruction selection, executed: a graph becomes instructions, as the target's selector does it with its matcher
//! table, or with GlobalISel rules.
//!
//! In: a [`MatcherTable`] or rules, a subtarget, and a [`SelectionGraph`]. Out: a [`Selection`]. Conditions in C++ are
//! evaluated if they are short functions of numbers and features. The answer of any other C++ function is an
//! assumption, and part of the result.

mod complex_patterns;
mod cpp;
mod functions;
mod named;
mod node_context;
mod order;
mod reasons;
mod run;
mod schedule;
mod steps;
mod subtarget;

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, FieldError, RecordStore, RecordView};
use tablewright_selection::llvm_ir::SelectionTest;
use tablewright_selection::patterns::PatternsToMatch;
use tablewright_selection::patterns::graph::{GraphTypes, GraphValue, SelectionGraph};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::registers::{RegisterClasses, RegisterId, Registers};
use tablewright_target::value_types::ValueType;

pub use functions::SelectedBlock;
pub use named::{NamedAttempt, NamedInstruction, NamedOperand, NamedTrial, NamedValue, ValueNames};

pub(crate) use complex_patterns::FoundOperands;
pub(crate) use cpp::CppValue;
pub(crate) use run::{
    Assumptions, ConditionRefused, CreatedNode, GraphInput, NodeAttempt, Recorded, TableMatch,
};

use super::matcher_table::{MatcherTable, MatcherTableStepId};
use complex_patterns::ComplexOperands;
use cpp::evaluate;
use node_context::{NodeContext, SubtargetContext};
use subtarget::SubtargetCalls;

/// An operand of a selected instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SelectedOperand {
    /// A value, by the number of the instruction that computes it and of its result.
    Result {
        /// The instruction.
        instruction: usize,
        /// The result.
        result: usize,
    },
    /// A leaf of the graph, for example a value from elsewhere or a block.
    Leaf(GraphValue),
    /// A number.
    Number(i64),
    /// The record name of a register.
    Register(String),
    /// No register.
    NoRegister,
    /// A C++ enumerator, for example of a sub-register index.
    Enumerator(String),
}

/// A selected instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectedInstruction {
    /// The record name.
    pub name: String,
    /// The instruction.
    pub instruction: Option<InstructionId>,
    /// The operands, without results.
    pub operands: Vec<SelectedOperand>,
    /// Number of results that are values.
    pub result_count: usize,
    /// The index of the pattern that created it. `None` for a constant that C++ creates, and for copies.
    pub pattern: Option<usize>,
    /// The node for which the instruction was selected.
    pub node: GraphValue,
}

/// The outcome of selection.
#[derive(Clone, Default, Debug)]
pub struct Selection {
    /// The instructions in order.
    pub instructions: Vec<SelectedInstruction>,
    /// The operand that each root became, in the order of the roots. `None` for an effect.
    pub roots: Vec<Option<SelectedOperand>>,
    /// Assumptions about C++ functions, each once.
    pub assumptions: Vec<String>,
    /// The nodes for which nothing is selected.
    pub failures: Vec<GraphValue>,
    /// The steps that failed, if a trace was requested, and patterns that matched.
    pub trace: Vec<SelectionAttempt>,
}

/// The attempts to select a node.
#[derive(Clone, Debug)]
pub struct SelectionAttempt {
    /// The node.
    pub node: GraphValue,
    /// The patterns that were tried, in order.
    pub tried: Vec<TriedPatterns>,
    /// The index of the pattern that matched.
    pub selected: Option<usize>,
}

/// Patterns that a step excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedPatterns {
    /// The failed step in the matcher table. `None` for a GlobalISel rule.
    pub step: Option<MatcherTableStepId>,
    /// The indices of the patterns.
    pub patterns: Vec<usize>,
    /// The reason in words.
    pub reason: String,
}

/// The user's choices.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SelectorOptions {
    /// Whether nothing is assumed about C++ functions: a pattern that needs one does not match.
    pub refuses_assumptions: bool,
    /// Whether failed attempts are recorded.
    pub has_trace: bool,
}

/// The patterns that a selector tries.
#[derive(Clone, Copy)]
pub(crate) enum PatternSource<'t, 's> {
    /// The matcher table.
    Table(&'t MatcherTable<'s>),
    /// GlobalISel rules.
    Rules(&'t dyn RuleSource<'s>),
}

/// Rules that replace a matcher table.
pub(crate) trait RuleSource<'s> {
    fn store(&self) -> &'s RecordStore;

    fn patterns(&self) -> &'s PatternsToMatch;

    /// Tries the rules for a node. Adds the patterns that failed to `tried`.
    fn run(
        &self,
        selector: &Selector<'_, 's>,
        attempt: NodeAttempt<'_>,
        tried: &mut Vec<TriedPatterns>,
    ) -> Option<TableMatch>;
}

/// Instruction and register names.
struct InstructionNames<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    registers: &'s Registers,
}

impl<'s> InstructionNames<'s> {
    fn instruction(&self, instruction: InstructionId) -> &'s str {
        self.store.record(self.instructions.record(instruction)).name()
    }

    fn register(&self, register: RegisterId) -> &'s str {
        self.registers.name(register)
    }
}

impl<'s> PatternSource<'_, 's> {
    fn store(self) -> &'s RecordStore {
        match self {
            PatternSource::Table(table) => table.store(),
            PatternSource::Rules(rules) => rules.store(),
        }
    }

    fn patterns(self) -> &'s PatternsToMatch {
        match self {
            PatternSource::Table(table) => table.patterns(),
            PatternSource::Rules(rules) => rules.patterns(),
        }
    }
}

/// A selector for a subtarget.
pub struct Selector<'t, 's> {
    source: PatternSource<'t, 's>,
    names: InstructionNames<'s>,
    types: GraphTypes<'s>,
    subtarget: SubtargetCalls<'s>,
    operands: &'s InstructionOperands,
    options: SelectorOptions,
    /// The register that is always zero, with the size of pointers.
    zero: Option<RegisterId>,
    complex: RefCell<FxHashMap<u32, Option<ComplexOperands>>>,
}

impl<'t, 's> Selector<'t, 's> {
    /// Creates a selector with a matcher table. `features` is `None` for a subtarget without features.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub fn new(
        table: &'t MatcherTable<'s>,
        features: Option<EnabledFeatures<'s>>,
        mode: HwModeId,
        options: SelectorOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Selector<'t, 's>, AnalysisError> {
        let source = PatternSource::Table(table);
        Selector::with_source(source, features, mode, options, diagnostics)
    }

    /// Creates a selector with any patterns.
    pub(crate) fn with_source(
        source: PatternSource<'t, 's>,
        features: Option<EnabledFeatures<'s>>,
        mode: HwModeId,
        options: SelectorOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Selector<'t, 's>, AnalysisError> {
        let store = source.store();
        let types = GraphTypes::new(store, source.patterns(), mode, diagnostics)?;
        let registers: &Registers = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        Ok(Selector {
            source,
            names: InstructionNames {
                store,
                instructions: store.analysis(diagnostics)?,
                registers,
            },
            zero: zero_register(store, registers, classes, types.pointer)?,
            types,
            subtarget: SubtargetCalls::new(store, features)?,
            operands: store.analysis(diagnostics)?,
            options,
            complex: RefCell::default(),
        })
    }

    /// Returns the types in the selector's mode.
    pub fn types(&self) -> &GraphTypes<'s> {
        &self.types
    }

    /// Returns the patterns. [`SelectedInstruction::pattern`] is an index into their list.
    pub fn patterns(&self) -> &'s PatternsToMatch {
        self.source.patterns()
    }

    /// Selects instructions for all roots. If the graph's nodes have positions, the instructions are in source order.
    pub fn select(&self, graph: &SelectionGraph) -> Selection {
        self.select_with(graph, self.options.has_trace)
    }

    /// Selects instructions for all roots, and records failed attempts.
    pub fn select_with_trace(&self, graph: &SelectionGraph) -> Selection {
        self.select_with(graph, true)
    }

    /// Tries the patterns for a node. Adds the patterns that failed to `tried`.
    fn run(&self, attempt: NodeAttempt<'_>, tried: &mut Vec<TriedPatterns>) -> Option<TableMatch> {
        match self.source {
            PatternSource::Table(table) => run::run(self, table, attempt, tried),
            PatternSource::Rules(rules) => rules.run(self, attempt, tried),
        }
    }

    /// Returns an instruction's result count.
    pub(crate) fn def_count(&self, instruction: InstructionId) -> usize {
        self.operands.for_instruction(instruction).def_count()
    }

    /// Evaluates C++ about a node.
    pub(crate) fn evaluate(
        &self,
        code: &str,
        input: GraphInput<'_>,
        value: GraphValue,
    ) -> CppValue {
        let is_used_once = |value| input.use_count(value) <= 1;
        let context = NodeContext {
            graph: input.graph,
            types: &self.types,
            subtarget: &self.subtarget,
            value,
            operands: Vec::new(),
            is_used_once: &is_used_once,
        };
        evaluate(code, &context)
    }

    /// Evaluates a condition on the subtarget. Returns `None` if the answer is not known.
    ///
    /// # Errors
    /// If nothing may be assumed about the answer.
    pub(crate) fn condition(
        &self,
        code: &str,
        assumes: Assumptions,
    ) -> Result<Option<bool>, ConditionRefused> {
        let subtarget = &self.subtarget;
        let truth = subtarget
            .condition(code)
            .or_else(|| evaluate(code, &SubtargetContext { subtarget, default: None }).truth());
        if truth.is_none() && assumes == Assumptions::Nodes {
            // A feature that the description does not name is usually absent.
            let context = SubtargetContext { subtarget, default: Some(false) };
            if evaluate(code, &context).truth() != Some(true) {
                return Err(ConditionRefused);
            }
        }
        Ok(truth)
    }

    fn select_with(&self, graph: &SelectionGraph, has_trace: bool) -> Selection {
        let mut selection = order::select(self, graph, has_trace);
        if graph.has_positions() {
            schedule::in_source_order(&mut selection, graph, self.types.other);
        }
        selection
    }
}

/// Finds the register with a constant value, which is zero on all targets, that can hold a pointer.
fn zero_register(
    store: &RecordStore,
    registers: &Registers,
    classes: &RegisterClasses,
    pointer: Option<ValueType>,
) -> Result<Option<RegisterId>, FieldError> {
    let Some(pointer) = pointer else { return Ok(None) };
    for register in registers.by_definition(store) {
        let Some(record) = registers.get(register).record else { continue };
        if RegisterRecord::new(store.record(record)).is_constant()?
            && classes.smallest_with(register, pointer).is_some()
        {
            return Ok(Some(register));
        }
    }
    Ok(None)
}

impl SelectionTest for Selector<'_, '_> {
    fn can_select(&self, graph: &SelectionGraph) -> bool {
        self.select_with(graph, false).failures.is_empty()
    }

    fn instruction_count(&self, graph: &SelectionGraph) -> Option<usize> {
        let selection = self.select_with(graph, false);
        let is_counted = |it: &&SelectedInstruction| graph.get(it.node.node).constant() != Some(0);
        let count = selection.instructions.iter().filter(is_counted).count();
        selection.failures.is_empty().then_some(count)
    }
}
