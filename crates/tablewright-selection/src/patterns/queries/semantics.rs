//! Instruction semantics as trees with known types, for translators from machine code.
//!
//! In: an instruction's patterns, either its own or from a `Semantics` record. Out: all its trees, including `set` and
//! `implicit`, with fragments expanded. Selection keeps less: the matched value and the instruction.

use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::value_types::ValueType;

use crate::patterns::forest::{
    ComplexPatternId, Forest, ForestOperation, FragmentId, IntrinsicNodeId, NodeId, SdNodeId,
    TransformId,
};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::infer_types::InputTypes;
use crate::patterns::inference::stop::PatternError;
use crate::patterns::reading::complete::CompletePattern;
use crate::patterns::reading::instruction_pattern::Inputs;
use crate::patterns::reading::list::Patterns;
use crate::patterns::vocabulary::complex_pattern::{ComplexPattern, Transform};
use crate::patterns::vocabulary::fragment::VocabularyFragment;
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNode;
use crate::patterns::vocabulary::sd_node::SdNode;
use crate::record_views::selection_dag::SemanticsRecord;
use crate::sd_node_properties::SdNodeProperty;

/// A reader for instruction trees, one instruction at a time.
pub struct SemanticsReader<'s> {
    inference: TypeInference<'s>,
    /// The hardware mode for types.
    mode: HwModeId,
}

/// The reason for which an instruction's trees cannot be read.
#[derive(Debug)]
pub struct SemanticsProblem(pub Box<Diagnostic>);

impl From<PatternError> for SemanticsProblem {
    fn from(stop: PatternError) -> SemanticsProblem {
        let diagnostic = stop.into_diagnostic();
        SemanticsProblem(diagnostic)
    }
}

impl<'s> SemanticsReader<'s> {
    /// Creates a reader that knows the fragments and operators in all patterns. Types are read in `mode`.
    ///
    /// # Errors
    /// Returns errors from the underlying analyses.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        mode: HwModeId,
    ) -> Result<SemanticsReader<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let inference =
            TypeInference::from_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        Ok(SemanticsReader { inference, mode })
    }

    /// Returns the trees in an instruction's own patterns; `None` if it lacks a usable pattern. Discards the previous
    /// instruction's trees.
    ///
    /// # Errors
    /// Fails if types do not follow from the trees and the operands.
    pub fn for_instruction(
        &mut self,
        instruction: InstructionId,
    ) -> Result<Option<Vec<NodeId>>, SemanticsProblem> {
        let record = self.inference.target.instruction(instruction);
        let patterns = InstructionRecord::new(record).pattern().map_err(PatternError::from)?;
        Ok(self.read(record, patterns, instruction, false)?)
    }

    /// Returns the trees that a `Semantics` record has for an instruction. They may read operands that they set.
    ///
    /// # Errors
    /// Fails if the trees do not fit the operands, and in the cases of [`SemanticsReader::for_instruction`].
    pub fn for_record(
        &mut self,
        record: SemanticsRecord<'s>,
        instruction: InstructionId,
    ) -> Result<Option<Vec<NodeId>>, SemanticsProblem> {
        let patterns = record.pattern().map_err(PatternError::from)?;
        Ok(self.read(*record, patterns, instruction, true)?)
    }

    /// Returns the tree that a complete pattern matches. Discards the previous instruction's trees.
    pub fn for_pattern(&mut self, patterns: &Patterns, pattern: &CompletePattern) -> NodeId {
        self.inference.begin(pattern.record, true);
        self.inference.forest.import(patterns.forest(), pattern.source)
    }

    fn read(
        &mut self,
        record: Record<'s>,
        patterns: ValueId,
        instruction: InstructionId,
        outputs_are_read: bool,
    ) -> Result<Option<Vec<NodeId>>, PatternError> {
        let inference = &mut self.inference;
        inference.begin(record.id(), true);
        let Some(patterns) = inference.usable_patterns(patterns) else { return Ok(None) };
        let mut inputs_and_outputs = inference.read_instruction_trees(patterns)?;
        let outputs = inference.check_outputs(instruction, &inputs_and_outputs)?;
        let inputs = Inputs { first: outputs.len(), outputs_are_read };
        inference.result_operands(instruction, &mut inputs_and_outputs, inputs)?;
        let mut expanded = Draft::new(record.id(), true);
        for &tree in &std::mem::take(&mut inference.draft.trees) {
            let mut alternatives = Draft::from_tree(record.id(), true, tree);
            inference.within(&mut alternatives, TypeInference::inline_fragments)?;
            let chains = |&&tree: &&NodeId| inference.chain_count(tree);
            match alternatives.trees.iter().min_by_key(chains) {
                Some(&tree) => expanded.trees.push(tree),
                None => return Err(inference.error("the pattern stands for nothing")),
            }
        }
        inference.draft = expanded;
        inference.infer_semantics(instruction)?;
        Ok(Some(std::mem::take(&mut inference.draft.trees)))
    }

    /// Returns the trees for the last instruction.
    pub fn forest(&self) -> &Forest {
        &self.inference.forest
    }

    /// Returns a node result's type. If it lacks a type in the mode, returns the type in the first mode that has one.
    pub fn type_of(&self, node: NodeId, result: usize) -> Option<ValueType> {
        let sets = self.inference.sets.get(*self.inference.forest.types(node).get(result)?);
        let of_mode = sets.get(self.mode).and_then(|set| set.first());
        of_mode.or_else(|| sets.modes().iter().find_map(|(_, set)| set.first()))
    }

    /// Returns the selection DAG node that a record describes.
    pub fn sd_node_of(&self, record: RecordId) -> Option<SdNodeId> {
        self.inference.vocabulary.sd_node_of(record)
    }

    /// Returns a selection DAG node.
    pub fn sd_node(&self, id: SdNodeId) -> &SdNode {
        &self.inference.vocabulary.sd_nodes[id]
    }

    /// Returns a fragment.
    pub fn fragment(&self, id: FragmentId) -> &VocabularyFragment {
        &self.inference.vocabulary.fragments[id]
    }

    /// Returns a transformation.
    pub fn transform(&self, id: TransformId) -> &Transform {
        &self.inference.vocabulary.transforms[id]
    }

    /// Returns a complex pattern.
    pub fn complex_pattern(&self, id: ComplexPatternId) -> &ComplexPattern {
        &self.inference.vocabulary.complex_patterns[id]
    }

    /// Returns an intrinsic.
    pub fn intrinsic(&self, id: IntrinsicNodeId) -> &IntrinsicNode {
        &self.inference.vocabulary.intrinsics[id]
    }
}

impl TypeInference<'_> {
    /// Counts the nodes with a chain in a tree. The fragment alternative with the fewest is chosen: floating-point
    /// fragments have an alternative with a chain, which depends on the environment, and an alternative without.
    fn chain_count(&self, tree: NodeId) -> usize {
        let has_chain = matches!(self.forest.operation(tree), ForestOperation::Node(id)
            if self.vocabulary.sd_nodes[id].has(SdNodeProperty::HasChain));
        let children = self.forest.children(tree).iter();
        usize::from(has_chain) + children.map(|&child| self.chain_count(child)).sum::<usize>()
    }

    /// Infers all types, from the trees first and then from the operands with the same names as nodes.
    fn infer_semantics(&mut self, instruction: InstructionId) -> Result<(), PatternError> {
        let operands = self.target.operands_of(instruction);
        while !self.infer_types(&InputTypes::Own)? {
            let mut is_changed = false;
            for (name, nodes) in self.named_nodes().clone() {
                let Some(index) = operands.named(name) else { continue };
                let types = self.operand_types(self.target.operand_record(instruction, index))?;
                for node in nodes {
                    let is_open = |&types| !self.sets.get(types).is_concrete(true);
                    if self.forest.types(node).first().is_some_and(is_open) {
                        is_changed |= self.update(node, 0, types)?;
                    }
                }
            }
            if !is_changed {
                let error = self.error("Could not infer all types in pattern!").in_types();
                return Err(self.note_trees(error));
            }
        }
        Ok(())
    }
}
