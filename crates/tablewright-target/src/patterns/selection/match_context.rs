//! What a matcher of a pattern has to check: the types that do not follow from what was checked before.
//!
//! In: the tree that a pattern matches. Out: for each node, the results whose types need a check. A copy
//! of the tree starts without types; each check adds one, and inference says what follows. Also here:
//! how the operands of instructions are filled in results, which type inference decides too.

use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::to_match::PatternsToMatch;
use crate::instructions::InstructionId;
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::inference::Inference;
use crate::patterns::inference::stop::Stop;
use crate::patterns::reading::list::Patterns;
use crate::patterns::types::type_sets::TypeSetId;
use crate::value_types::ValueType;

/// What is particular about inference here.
const NODES_ALONE: &str =
    "a matcher infers types of nodes alone, without those of registers and complex patterns";

/// A tree without types, parallel to one that is matched.
#[derive(Clone, Copy, Debug)]
pub struct UntypedNode(NodeId);

/// What matchers are built with.
pub struct MatchContext<'s> {
    inference: Inference<'s>,
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
        let mut inference = Inference::of_patterns(store, diagnostics, patterns, sets)?;
        inference.draft.ignores_registers = true;
        let root = inference.forest.leaf(Operation::Any);
        Ok(MatchContext { inference, root })
    }

    /// Begins with a pattern: a copy of the tree that it matches, with types that any value of that shape
    /// has.
    ///
    /// # Errors
    /// Where inference fails. Without the types of registers and complex patterns it can fail where it did not
    /// before: what is a pointer in a pattern is here any value of a legal type.
    pub fn begin(
        &mut self,
        to_match: &PatternsToMatch,
        record: RecordId,
        source: NodeId,
    ) -> Result<UntypedNode, AnalysisError> {
        let Inference { forest, draft, .. } = &mut self.inference;
        draft.record = record;
        forest.clear();
        self.root = forest.import(to_match.forest(), source);
        draft.trees.clear();
        draft.trees.push(self.root);
        forest.forget_types(self.root);
        self.infer()?;
        Ok(UntypedNode(self.root))
    }

    fn infer(&mut self) -> Result<(), Stop> {
        loop {
            match self.inference.apply(self.root) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(stop) => return Err(stop.note(NODES_ALONE.to_owned())),
            }
        }
    }

    /// A child of an untyped node.
    pub fn child(&self, node: UntypedNode, index: usize) -> UntypedNode {
        UntypedNode(self.inference.forest.child(node.0, index))
    }

    /// The results of a node whose types have to be checked, given what was checked before. They count
    /// as checked from now on.
    ///
    /// # Errors
    /// Where inference fails, as in [`Self::begin`].
    pub fn types_to_check(
        &mut self,
        node: UntypedNode,
        types: &[TypeSetId],
    ) -> Result<Vec<usize>, AnalysisError> {
        let mut to_check = Vec::new();
        for (result, &types) in types.iter().enumerate() {
            let inferred = self.inference.forest.types(node.0)[result];
            if !self.inference.sets.is_same(inferred, types) {
                self.inference.forest.types_mut(node.0)[result] = types;
                self.infer()?;
                to_check.push(result);
            }
        }
        Ok(to_check)
    }

    /// The index of the first operand from which on all have defaults; only these can be given.
    pub fn first_overridable(&self, instruction: InstructionId) -> usize {
        self.inference.first_overridable(instruction)
    }

    /// How many results the pattern of an instruction sets; without a pattern, how many outputs it has.
    pub fn result_count(&self, instruction: InstructionId) -> usize {
        self.inference.vocabulary.result_counts[instruction] as usize
    }

    /// How many parts an operand has.
    ///
    /// # Errors
    /// Where the record of the operand is invalid.
    pub fn part_count(&mut self, operand: RecordId) -> Result<usize, FieldError> {
        Ok(self.inference.sub_operands(operand)?.len().max(1))
    }

    /// How many machine operands a node of a pattern stands for.
    ///
    /// # Errors
    /// Where the record of an operand is invalid.
    pub fn mi_operand_count(
        &mut self,
        forest: &Forest,
        node: NodeId,
    ) -> Result<usize, AnalysisError> {
        Ok(self.inference.mi_operand_count(forest.operation(node))?)
    }

    /// Whether the type of the first register that an instruction changes besides its outputs is known:
    /// then its node has a result for it.
    ///
    /// # Errors
    /// Where the record of the instruction is invalid.
    pub fn has_implicit_result(&mut self, instruction: InstructionId) -> Result<bool, FieldError> {
        Ok(self.inference.implicit_def_type(instruction)?.is_some())
    }

    /// The type that the first class of a register holds first.
    pub fn register_type(&self, register: RecordId) -> Option<ValueType> {
        self.inference.target.first_register_type(register)
    }
}
