//! Matchers for a single pattern: the steps that check its source.
//!
//! In: a fully typed pattern. Out: steps that check structure, types, names and predicates.
//! [`build_result`](super::build_result) adds the steps that create the result.

use tablewright_records::{AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView};
use tablewright_selection::patterns::{
    ComplexPatternId, ForestOperation, InstructionFlags, MatchContext, NodeId, PatternToMatch,
    Patterns, PatternsToMatch, SdNodeId, UntypedNode,
};
use tablewright_selection::sd_node_properties::SdNodeProperty as P;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::registers::{RegisterClasses, Registers, SubRegisters};

use super::matcher::{Matcher, MatcherType, PatternIndex, RecordedValue};
use super::pattern_predicates::PatternPredicates;
use super::selector_types::SelectorTypes;
use super::special::MatcherRecords;

use Matcher as M;

/// The opcode of the node `undef`.
const UNDEFINED: &str = "ISD::UNDEF";

/// The classes of leaves that any register matches.
const REGISTER_CLASSES: [&str; 5] =
    ["RegisterClass", "RegisterOperand", "RegClassByHwMode", "PointerLikeRegClass", "SubRegIndex"];

/// Inputs for building matchers for all patterns: analyses and cached lookups.
pub(super) struct MatcherInputs<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) all: &'s Patterns,
    pub(super) patterns: &'s PatternsToMatch,
    pub(super) instructions: &'s Instructions,
    pub(super) operands: &'s InstructionOperands,
    pub(super) flags: &'s InstructionFlags,
    pub(super) registers: &'s Registers,
    pub(super) register_classes: &'s RegisterClasses,
    pub(super) sub_registers: &'s SubRegisters,
    pub(super) special: MatcherRecords,
    pub(super) types: SelectorTypes<'s>,
    /// The numbers of the intrinsics that occur in patterns.
    pub(super) intrinsic_numbers: Vec<i64>,
}

/// A name that is recorded once and compared from then on.
#[derive(Clone, PartialEq, Eq, Debug)]
enum DagIselVariable {
    Name(Symbol),
    Argument {
        scope: u32,
        name: Symbol,
    },
    /// A complex pattern with these operands.
    ComplexPattern(ComplexPatternId, Vec<Option<Symbol>>),
}

/// Builds the steps for a pattern.
#[doc(alias = "MatcherGen")]
pub(super) struct MatcherBuilder<'a, 's> {
    pub(super) sources: &'a MatcherInputs<'s>,
    pub(super) context: &'a mut MatchContext<'s>,
    pub(super) pattern: &'a PatternToMatch,
    pub(super) index: PatternIndex,
    pub(super) steps: Vec<Matcher>,
    pub(super) next_slot: u32,
    variables: Vec<(DagIselVariable, u32)>,
    /// For each operand of a complex pattern, the first slot that the function fills.
    pub(super) complex_operands: Vec<(Symbol, u32)>,
    /// The slots of nodes that have a chain.
    pub(super) chained: Vec<u32>,
    /// Complex patterns to be checked after the structure, with the slots of their nodes.
    complex_patterns: Vec<(NodeId, u32)>,
    /// Registers that the pattern reads, with their slots.
    pub(super) read_registers: Vec<(RecordId, u32)>,
}

impl<'a, 's> MatcherBuilder<'a, 's> {
    pub(super) fn new(
        sources: &'a MatcherInputs<'s>,
        context: &'a mut MatchContext<'s>,
        index: PatternIndex,
    ) -> MatcherBuilder<'a, 's> {
        MatcherBuilder {
            sources,
            context,
            pattern: &sources.patterns.list[index as usize],
            index,
            steps: Vec::new(),
            next_slot: 0,
            variables: Vec::new(),
            complex_operands: Vec::new(),
            chained: Vec::new(),
            complex_patterns: Vec::new(),
            read_registers: Vec::new(),
        }
    }

    /// Adds the steps that match the pattern. A pattern whose root is a complex pattern has a variant for
    /// each node that this can match.
    pub(super) fn build_match(
        &mut self,
        variant: Option<RecordId>,
        predicates: &mut PatternPredicates,
    ) -> Result<(), AnalysisError> {
        if let Some(root) = variant {
            self.check_opcode_of(root)?;
        }
        let source = self.pattern.source;
        let untyped = self.context.begin(self.sources.patterns, self.pattern.record, source)?;
        self.match_node(source, untyped)?;
        if let Some(number) = predicates.number(self.sources.store, self.pattern)? {
            self.steps.push(M::CheckPatternPredicate(number));
        }
        // These are more expensive to check and harder to join than the structure.
        for (node, slot) in std::mem::take(&mut self.complex_patterns) {
            self.match_complex_pattern(node, slot)?;
        }
        Ok(())
    }

    pub(super) fn error(&self, message: &str) -> AnalysisError {
        let record = self.sources.store.record(self.pattern.record);
        FieldError::new(Code::PatternUse, record, format!("In {}: {message}", record.name())).into()
    }

    fn check_opcode_of(&mut self, record: RecordId) -> Result<(), AnalysisError> {
        let Some(node) = self.sources.patterns.sd_node_of(record) else {
            let name = self.sources.store.record(record).name();
            return Err(self.error(&format!("'{name}' is not an SDNode")));
        };
        self.check_opcode(node);
        Ok(())
    }

    fn check_opcode_named(&mut self, name: &str) -> Result<(), AnalysisError> {
        match self.sources.store.find_record(name) {
            Some(record) => self.check_opcode_of(record),
            None => Err(self.error(&format!("Error getting SDNode '{name}'!"))),
        }
    }

    fn check_opcode(&mut self, node: SdNodeId) {
        let opcode = self.sources.patterns.sd_node(node).opcode;
        let store = self.sources.store;
        let has_check = store.release().has(Feature::UndefinedNodesHaveCheck);
        self.steps.push(if has_check && store.str(opcode) == UNDEFINED {
            M::CheckUndef(opcode)
        } else {
            M::CheckOpcode { node, opcode }
        });
    }

    fn match_node(&mut self, node: NodeId, untyped: UntypedNode) -> Result<(), AnalysisError> {
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let results = self.context.types_to_check(untyped, forest.types(node))?;
        let attributes = forest.attributes(node);
        let mut names: Vec<DagIselVariable> =
            forest.name(node).map(DagIselVariable::Name).into_iter().collect();
        for argument in &attributes.argument_names {
            names.push(DagIselVariable::Argument { scope: argument.scope, name: argument.name });
        }
        if !names.is_empty() && !self.record_unique(&names) {
            return Ok(());
        }
        if forest.is_leaf(node) {
            self.match_leaf(node)?;
        } else {
            self.match_operator(node, untyped)?;
        }
        for call in &attributes.predicates {
            let mut operands = Vec::new();
            if let Some(scope) = call.scope {
                for &name in &patterns.fragment(call.fragment).params {
                    operands.push(self.slot_of(&DagIselVariable::Argument { scope, name })?);
                }
            }
            let operands = operands.into();
            self.steps.push(M::CheckPredicate { fragment: call.fragment, operands });
        }
        for result in results {
            let ty = self.only_type(node, result)?;
            self.steps.push(M::CheckType { ty, result: result as u32 });
        }
        Ok(())
    }

    /// Returns a value's type. It is unique in a complete pattern.
    pub(super) fn only_type(
        &self,
        node: NodeId,
        value: usize,
    ) -> Result<MatcherType, AnalysisError> {
        let types = self.sources.patterns.forest().types(node).get(value);
        let ty = types.and_then(|&types| self.sources.types.by_mode.for_set(types));
        ty.ok_or_else(|| self.error("the type of a value in the pattern is ambiguous"))
    }

    /// Records the current node under these names. If a name is already recorded, compares the nodes instead and
    /// returns false.
    fn record_unique(&mut self, names: &[DagIselVariable]) -> bool {
        let recorded = names.iter().find_map(|name| {
            self.variables.iter().find(|(variable, _)| variable == name).map(|&(_, slot)| slot)
        });
        let slot = match recorded {
            Some(slot) => {
                self.steps.push(M::CheckSame(slot));
                slot
            }
            None => {
                let what = match names[0] {
                    DagIselVariable::Name(name) => RecordedValue::Named(name),
                    DagIselVariable::Argument { scope, name } => {
                        RecordedValue::Argument { scope, name }
                    }
                    DagIselVariable::ComplexPattern(pattern, _) => {
                        RecordedValue::ComplexPattern(pattern)
                    }
                };
                let slot = self.take_slot();
                self.steps.push(M::RecordNode { what, slot });
                slot
            }
        };
        for name in names {
            match self.variables.iter_mut().find(|(variable, _)| variable == name) {
                Some((_, earlier)) => *earlier = slot,
                None => self.variables.push((name.clone(), slot)),
            }
        }
        recorded.is_none()
    }

    pub(super) fn take_slot(&mut self) -> u32 {
        self.next_slot += 1;
        self.next_slot - 1
    }

    fn slot_of(&self, variable: &DagIselVariable) -> Result<u32, AnalysisError> {
        let slot = self.variables.iter().find(|(earlier, _)| earlier == variable);
        slot.map(|&(_, slot)| slot).ok_or_else(|| {
            self.error("Variable referenced but not defined and not caught earlier!")
        })
    }

    /// Returns the slot for the named node.
    pub(super) fn slot_of_name(&self, name: Symbol) -> Result<u32, AnalysisError> {
        self.slot_of(&DagIselVariable::Name(name))
    }

    fn is_root(&self, node: NodeId) -> bool {
        node == self.pattern.source
    }

    fn match_leaf(&mut self, node: NodeId) -> Result<(), AnalysisError> {
        let patterns = self.sources.patterns;
        let record = match patterns.forest().operation(node) {
            ForestOperation::Int(number) => {
                if self.is_root(node) {
                    // This check lets the switch over opcodes find the pattern.
                    self.check_opcode_named("imm")?;
                }
                self.steps.push(M::CheckInteger(number));
                return Ok(());
            }
            ForestOperation::IntrinsicNumber(id) => {
                self.steps.push(M::CheckInteger(self.sources.intrinsic_numbers[id.index()]));
                return Ok(());
            }
            ForestOperation::Record(record) => record,
            ForestOperation::Any
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => return Ok(()),
        };
        let name = patterns.forest().name(node);
        let special = &self.sources.special;
        let is = |class: &str| self.sources.store.record(record).inherits(class);
        if is("ValueType") {
            // With a name, it is any value with this type, which is checked elsewhere.
            if name.is_none() {
                let record = ValueTypeRecord::new(self.sources.store.record(record));
                self.steps.push(M::CheckValueType(self.sources.types.all.number(record)?));
            }
        } else if REGISTER_CLASSES.iter().any(|class| is(class)) || special.is_srcvalue(record) {
            // A register leaf matches any node.
        } else if is("Register") {
            let slot = self.take_slot();
            self.steps.push(M::RecordNode { what: RecordedValue::Register(record), slot });
            self.read_registers.push((record, slot));
        } else if is("CondCode") {
            self.steps.push(M::CheckCondCode(record));
        } else if patterns.complex_pattern_of(node).is_some() {
            let Some(name) = name else {
                return Err(self.error("We expect complex pattern uses to have names"));
            };
            let slot = self.slot_of_name(name)?;
            self.complex_patterns.push((node, slot));
        } else if let Some(is_ones) = special.constant_vector(record) {
            if self.is_root(node) {
                let ty = self.only_type(node, 0)?;
                let is_scalable = matches!(ty, MatcherType::Simple(ty) if patterns.is_scalable(ty));
                self.check_opcode_named(if is_scalable { "splat_vector" } else { "build_vector" })?;
            }
            let check = if is_ones { M::CheckImmAllOnesV } else { M::CheckImmAllZerosV };
            self.steps.push(check);
        } else {
            let name = self.sources.store.record(record).name();
            return Err(self.error(&format!("Unknown leaf kind: {name}")));
        }
        Ok(())
    }

    fn match_operator(&mut self, node: NodeId, untyped: UntypedNode) -> Result<(), AnalysisError> {
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let id = match forest.operation(node) {
            ForestOperation::Node(id) => id,
            ForestOperation::ComplexPattern(id) => {
                let operands = forest.children(node).iter().map(|&child| forest.name(child));
                let variable = DagIselVariable::ComplexPattern(id, operands.collect());
                if self.record_unique(&[variable]) {
                    self.complex_patterns.push((node, self.next_slot - 1));
                }
                return Ok(());
            }
            ForestOperation::Record(_)
            | ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_) => {
                return Err(self.error("the pattern has a node that cannot be matched"));
            }
            ForestOperation::Set => {
                return Err(self.error("unknown node type 'set' in input pattern"));
            }
            ForestOperation::Implicit => {
                return Err(self.error("unknown node type 'implicit' in input pattern"));
            }
        };
        if self.match_mask(node, id, untyped)? {
            return Ok(());
        }
        self.check_opcode(id);
        if patterns.node_has(node, P::MemOperand) {
            self.steps.push(M::RecordMemRef);
        }
        let mut first_child = 0;
        if patterns.node_has(node, P::HasChain) {
            let slot = self.take_slot();
            self.steps.push(M::RecordNode { what: RecordedValue::Chained(id), slot });
            self.chained.push(slot);
            // The chain is the first operand, which patterns do not mention.
            first_child = 1;
            if self.needs_fold_check(node) {
                self.steps.push(M::CheckFoldableChainNode);
            }
        }
        if patterns.node_has(node, P::OutGlue) && !self.is_root(node) {
            let slot = self.next_slot;
            self.steps.push(M::RecordNode { what: RecordedValue::Glued(id), slot });
        }
        if patterns.node_has(node, P::OptInGlue) || patterns.node_has(node, P::InGlue) {
            self.steps.push(M::CaptureGlueInput);
        }
        for (operand, &child) in forest.children(node).iter().enumerate() {
            self.match_child(child, first_child + operand, self.context.child(untyped, operand))?;
        }
        Ok(())
    }

    fn match_child(
        &mut self,
        child: NodeId,
        operand: usize,
        untyped: UntypedNode,
    ) -> Result<(), AnalysisError> {
        self.steps.push(M::MoveChild(operand as u32));
        self.match_node(child, untyped)?;
        self.steps.push(M::MoveParent);
        Ok(())
    }

    /// `and` and `or` with a constant: bits of the constant that do not matter may have been changed
    /// before selection, so the interpreter compares with more care. Returns whether it is one.
    fn match_mask(
        &mut self,
        node: NodeId,
        id: SdNodeId,
        untyped: UntypedNode,
    ) -> Result<bool, AnalysisError> {
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let record = patterns.sd_node(id).record;
        let Some(is_and) = self.sources.special.and_or(record) else { return Ok(false) };
        let &[value, mask] = forest.children(node) else { return Ok(false) };
        let ForestOperation::Int(number) = forest.operation(mask) else { return Ok(false) };
        let has_predicate = |node| !forest.attributes(node).predicates.is_empty();
        // Single bits are not worth it; the reference looks at the low 32 bits only.
        if has_predicate(mask) || has_predicate(node) || (number as u32).is_power_of_two() {
            return Ok(false);
        }
        if self.is_root(node) {
            self.check_opcode(id);
        }
        self.steps.push(if is_and { M::CheckAndImm(number) } else { M::CheckOrImm(number) });
        self.match_child(value, 0, self.context.child(untyped, 0))?;
        Ok(true)
    }

    /// Returns whether folding a node with a chain into the root may create a cycle, so that a check is needed: there
    /// is a node between them, or the root has other inputs.
    fn needs_fold_check(&self, node: NodeId) -> bool {
        let patterns = self.sources.patterns;
        let root = self.pattern.source;
        if node == root {
            return false;
        }
        if !patterns.forest().children(root).contains(&node) {
            return true;
        }
        let ForestOperation::Node(id) = patterns.forest().operation(root) else { return false };
        let sd_node = patterns.sd_node(id);
        patterns.intrinsic_of(root).is_some()
            || sd_node.operand_count.is_some_and(|count| count > 1)
            || [P::HasChain, P::InGlue, P::OptInGlue].iter().any(|&p| sd_node.has(p))
    }

    fn match_complex_pattern(&mut self, node: NodeId, slot: u32) -> Result<(), AnalysisError> {
        let patterns = self.sources.patterns;
        let forest = patterns.forest();
        let name = forest.name(node);
        if forest.is_leaf(node) {
            if let Some(name) = name {
                self.complex_operands.push((name, self.next_slot));
            }
        } else {
            let mut next = self.next_slot;
            for &child in forest.children(node) {
                if let Some(name) = forest.name(child) {
                    self.complex_operands.push((name, next));
                }
                next += self.context.mi_operand_count(forest, child)? as u32;
            }
        }
        let Some(id) = patterns.complex_pattern_of(node) else { return Ok(()) };
        let pattern = patterns.complex_pattern(id);
        let first_slot = self.next_slot;
        self.steps.push(M::CheckComplexPat { pattern: id, slot, first_slot, name });
        self.next_slot += pattern.operand_count as u32;
        if pattern.properties.has(P::HasChain) {
            // The function finds the chain last.
            let slot = self.take_slot();
            self.chained.push(slot);
        }
        Ok(())
    }
}
