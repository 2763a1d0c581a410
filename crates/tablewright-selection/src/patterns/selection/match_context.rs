//! Type checks in a pattern matcher: the types that do not follow from earlier checks.
//!
//! In: the tree that a pattern matches. Out: for each node, the results whose types need a check. A tree copy starts
//! without types; each check adds a type, and inference adds its consequences. Also here: default instruction operands
//! in results, which type inference needs too.

use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::value_types::ValueType;

use super::to_match::PatternsToMatch;
use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::reading::list::Patterns;
use crate::patterns::types::type_sets::TypeSetId;

/// A note on errors in this inference.
const NODES_ALONE: &str =
    "a matcher infers only node types, without register and complex pattern types";

/// A node in the untyped copy of a matched tree.
#[derive(Clone, Copy, Debug)]
pub struct UntypedNode(NodeId);

/// The context in which matchers are built.
pub struct MatchContext<'s> {
    inference: TypeInference<'s>,
    root: NodeId,
}

impl<'s> MatchContext<'s> {
    /// Creates a context for a store's patterns.
    ///
    /// # Errors
    /// Returns errors from the underlying analyses.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        to_match: &PatternsToMatch,
    ) -> Result<MatchContext<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        // Patterns by mode have their own types.
        let sets = to_match.sets.clone();
        let mut inference = TypeInference::from_patterns(store, diagnostics, patterns, sets)?;
        inference.draft.ignores_registers = true;
        let root = inference.forest.leaf(ForestOperation::Any);
        Ok(MatchContext { inference, root })
    }

    /// Begins with a pattern: copies its matched tree, with the types that any value with this shape has.
    ///
    /// # Errors
    /// Fails if inference fails. This can happen although the pattern itself is valid, since types from registers and
    /// complex patterns are omitted: a pointer in a pattern is here any value with a legal type.
    pub fn begin(
        &mut self,
        to_match: &PatternsToMatch,
        record: RecordId,
        source: NodeId,
    ) -> Result<UntypedNode, AnalysisError> {
        let TypeInference { forest, draft, .. } = &mut self.inference;
        draft.record = record;
        forest.clear();
        self.root = forest.import(to_match.forest(), source);
        draft.trees.clear();
        draft.trees.push(self.root);
        forest.forget_types(self.root);
        self.infer()?;
        Ok(UntypedNode(self.root))
    }

    fn infer(&mut self) -> Result<(), PatternError> {
        loop {
            match self.inference.apply(self.root) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(stop) => return Err(stop.note(NODES_ALONE.to_owned())),
            }
        }
    }

    /// Returns an untyped node's child.
    pub fn child(&self, node: UntypedNode, index: usize) -> UntypedNode {
        UntypedNode(self.inference.forest.child(node.0, index))
    }

    /// Returns the node results that need a type check after the earlier checks, and counts them as checked.
    ///
    /// # Errors
    /// Fails if inference fails, as in [`Self::begin`].
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

    /// Returns the first operand index from which on all operands have defaults; only these may be overridden.
    pub fn first_overridable(&self, instruction: InstructionId) -> usize {
        self.inference.first_overridable(instruction)
    }

    /// Returns the result count that an instruction's pattern sets; without a pattern, its output count.
    pub fn result_count(&self, instruction: InstructionId) -> usize {
        self.inference.vocabulary.result_counts[instruction] as usize
    }

    /// Returns an operand's part count.
    ///
    /// # Errors
    /// Fails if the operand record is invalid.
    pub fn part_count(&mut self, operand: RecordId) -> Result<usize, FieldError> {
        Ok(self.inference.sub_operands(operand)?.len().max(1))
    }

    /// Returns the machine operand count that a pattern node represents.
    ///
    /// # Errors
    /// Fails if an operand record is invalid.
    pub fn mi_operand_count(
        &mut self,
        forest: &Forest,
        node: NodeId,
    ) -> Result<usize, AnalysisError> {
        Ok(self.inference.mi_operand_count(forest.operation(node))?)
    }

    /// Returns whether an instruction's first implicit definition has a known type: then its node has a result for it.
    ///
    /// # Errors
    /// Fails if the instruction record is invalid.
    pub fn has_implicit_result(&mut self, instruction: InstructionId) -> Result<bool, FieldError> {
        Ok(self.inference.implicit_def_type(instruction)?.is_some())
    }

    /// Returns the first type in a register's first class.
    pub fn register_type(&self, register: RecordId) -> Option<ValueType> {
        self.inference.target.first_register_type(register)
    }
}
