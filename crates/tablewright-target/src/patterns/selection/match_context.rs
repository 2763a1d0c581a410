//! What a matcher of a pattern has to check: the types that do not follow from what was checked before.
//!
//! In: the tree that a pattern matches. Out: for each node, the results whose types need a check. A copy
//! of the tree starts without types; each check adds one, and inference says what follows. Also here:
//! how the operands of instructions are filled in results, which type inference decides too.

use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::to_match::PatternsToMatch;
use crate::instructions::InstructionId;
use crate::patterns::forest::{Forest, NodeId};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::stop::Stop;
use crate::patterns::reading::list::Patterns;
use crate::patterns::types::type_sets::TypeSetId;
use crate::value_types::ValueType;

/// A tree without types, parallel to one that is matched.
#[derive(Clone, Copy, Debug)]
pub struct UntypedNode(NodeId);

/// What matchers are built with.
pub struct MatchContext<'s> {
    context: Context<'s>,
    scratch: Forest,
    /// The pattern in work; its record is where an error would be.
    draft: Draft,
    root: NodeId,
}

impl<'s> MatchContext<'s> {
    /// A context for the patterns of a store.
    ///
    /// # Errors
    /// Those of the analyses it rests on.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        to_match: &PatternsToMatch,
    ) -> Result<MatchContext<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        // Patterns by mode have types of their own.
        let sets = to_match.sets.clone();
        let context = Context::of_patterns(store, diagnostics, patterns, sets)?;
        let mut scratch = Forest::default();
        let root = scratch.leaf(crate::patterns::forest::Operation::Any);
        let record = context.instructions.records()[0];
        let mut draft = Draft::new(record, true);
        // These types were inferred before, so that a contradiction cannot come up.
        draft.validates = false;
        Ok(MatchContext { context, scratch, draft, root })
    }

    /// Begins with a pattern: a copy of the tree that it matches, with types that any value of that shape
    /// has.
    ///
    /// # Errors
    /// Where inference fails, which it did not before.
    pub fn begin(
        &mut self,
        to_match: &PatternsToMatch,
        record: RecordId,
        source: NodeId,
    ) -> Result<UntypedNode, AnalysisError> {
        self.scratch.clear();
        self.draft.record = record;
        self.root = self.scratch.import(to_match.forest(), source);
        self.scratch.forget_types(self.root);
        self.infer()?;
        Ok(UntypedNode(self.root))
    }

    fn infer(&mut self) -> Result<(), Stop> {
        while self.context.apply(&mut self.scratch, &self.draft, self.root, true)? {}
        Ok(())
    }

    /// A child of an untyped node.
    pub fn child(&self, node: UntypedNode, place: usize) -> UntypedNode {
        UntypedNode(self.scratch.child(node.0, place))
    }

    /// The results of a node whose types have to be checked, given what was checked before. They count
    /// as checked from now on.
    ///
    /// # Errors
    /// Where inference fails, which it did not before.
    pub fn types_to_check(
        &mut self,
        node: UntypedNode,
        types: &[TypeSetId],
    ) -> Result<Vec<usize>, AnalysisError> {
        let mut to_check = Vec::new();
        for (result, &types) in types.iter().enumerate() {
            let known = self.scratch.types(node.0)[result];
            if !self.context.sets.is_same(known, types) {
                self.scratch.types_mut(node.0)[result] = types;
                self.infer()?;
                to_check.push(result);
            }
        }
        Ok(to_check)
    }

    /// The place of the first operand from which on all have defaults; only these can be given.
    pub fn first_overridable(&self, instruction: InstructionId) -> usize {
        self.context.first_overridable(instruction)
    }

    /// How many results the pattern of an instruction sets; without a pattern, how many outputs it has.
    pub fn result_count(&self, instruction: InstructionId) -> usize {
        self.context.result_counts[instruction] as usize
    }

    /// How many parts an operand has.
    ///
    /// # Errors
    /// Where the record of the operand makes no sense.
    pub fn part_count(&mut self, operand: RecordId) -> Result<usize, FieldError> {
        Ok(self.context.sub_operands(operand)?.len().max(1))
    }

    /// How many machine operands a node of a pattern stands for.
    ///
    /// # Errors
    /// Where the record of an operand makes no sense.
    pub fn mi_operand_count(
        &mut self,
        forest: &Forest,
        node: NodeId,
    ) -> Result<usize, AnalysisError> {
        Ok(self.context.mi_operand_count(forest, node)?)
    }

    /// Whether the type of the first register that an instruction changes besides its outputs is known:
    /// then its node has a result for it.
    ///
    /// # Errors
    /// Where the record of the instruction makes no sense.
    pub fn has_implicit_result(&mut self, instruction: InstructionId) -> Result<bool, FieldError> {
        Ok(self.context.implicit_def_type(instruction)?.is_some())
    }

    /// The type that the first class of a register holds first.
    pub fn register_type(&self, register: RecordId) -> Option<ValueType> {
        self.context.first_register_type(register)
    }
}
