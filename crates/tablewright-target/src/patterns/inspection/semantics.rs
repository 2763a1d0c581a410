//! What instructions do, as trees whose types are all known: for translators from machine code.
//!
//! In: the patterns of an instruction, its own or those that a record of class `Semantics` gives it. Out:
//! all of its trees, `set` and `implicit` included, in which fragments are expanded. Selection keeps less:
//! the value that is matched, and the instruction.

use tablewright_records::{AnalysisError, Record, RecordId, RecordStore, ValueId};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::hw_modes::HwModeId;
use crate::instructions::InstructionId;
use crate::patterns::forest::{
    ComplexPatternId, Forest, FragmentId, IntrinsicNodeId, NodeId, Operation, SdNodeId, TransformId,
};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::infer_types::InputTypes;
use crate::patterns::inference::stop::Stop;
use crate::patterns::reading::instruction_pattern::Inputs;
use crate::patterns::reading::list::Patterns;
use crate::patterns::vocabulary::complex_pattern::{ComplexPattern, Transform};
use crate::patterns::vocabulary::fragment::Fragment;
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNode;
use crate::patterns::vocabulary::sd_node::SdNode;
use crate::sd_node_properties::SdNodeProperty;
use crate::value_types::ValueType;

/// Reads the trees of one instruction after the other.
pub struct SemanticsReader<'s> {
    context: Context<'s>,
    forest: Forest,
    /// The mode of the hardware that types are of.
    mode: HwModeId,
}

/// Why the trees of an instruction cannot be read.
#[derive(Debug)]
pub struct SemanticsProblem(pub Box<Diagnostic>);

impl From<Stop> for SemanticsProblem {
    fn from(stop: Stop) -> SemanticsProblem {
        let (Stop::Pattern(diagnostic) | Stop::Fatal(diagnostic)) = stop;
        SemanticsProblem(diagnostic)
    }
}

impl<'s> SemanticsReader<'s> {
    /// A reader that knows the fragments and operators of all patterns. Types are those of `mode`.
    ///
    /// # Errors
    /// Those of the analyses it rests on.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        mode: HwModeId,
    ) -> Result<SemanticsReader<'s>, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let mut context =
            Context::of_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        context.fragment_trees = patterns.fragment_trees.clone();
        Ok(SemanticsReader { context, forest: Forest::default(), mode })
    }

    /// The trees of an instruction's own patterns; `None` where it has none that can be used. The trees
    /// of the instruction before are gone.
    ///
    /// # Errors
    /// Where types do not follow from the trees and the operands.
    pub fn of_instruction(
        &mut self,
        instruction: InstructionId,
    ) -> Result<Option<Vec<NodeId>>, SemanticsProblem> {
        let record = self.context.record(self.context.instructions.record(instruction));
        let patterns = record.value("Pattern").map_err(Stop::from)?;
        Ok(self.read(record, patterns, instruction, false)?)
    }

    /// The trees that a record of class `Semantics` gives an instruction. They may read operands that they
    /// set.
    ///
    /// # Errors
    /// Where the trees do not fit the operands, and as [`SemanticsReader::of_instruction`].
    pub fn of_record(
        &mut self,
        record: Record<'s>,
        instruction: InstructionId,
    ) -> Result<Option<Vec<NodeId>>, SemanticsProblem> {
        let patterns = record.value("Pattern").map_err(Stop::from)?;
        Ok(self.read(record, patterns, instruction, true)?)
    }

    fn read(
        &mut self,
        record: Record<'s>,
        patterns: ValueId,
        instruction: InstructionId,
        outputs_are_read: bool,
    ) -> Result<Option<Vec<NodeId>>, Stop> {
        let SemanticsReader { context, forest, .. } = self;
        forest.clear();
        let Some(patterns) = context.usable_patterns(patterns) else { return Ok(None) };
        let mut draft = Draft::new(record.id(), true);
        let mut found = context.read_instruction_trees(forest, &mut draft, patterns)?;
        let outputs = context.check_outputs(forest, &draft, instruction, &found)?;
        let inputs = Inputs { first: outputs.len(), outputs_are_read };
        context.result_operands(forest, &draft, instruction, &mut found, inputs)?;
        let mut expanded = Draft::new(record.id(), true);
        for &tree in &draft.trees {
            let mut alternatives = Draft::of_tree(record.id(), true, tree);
            context.inline_draft(forest, &mut alternatives)?;
            let chains = |&&tree: &&NodeId| context.chain_count(forest, tree);
            match alternatives.trees.iter().min_by_key(chains) {
                Some(&tree) => expanded.trees.push(tree),
                None => return Err(context.error(&draft, "the pattern stands for nothing")),
            }
        }
        context.infer_semantics(forest, &mut expanded, instruction)?;
        Ok(Some(expanded.trees))
    }

    /// The trees of the instruction that was read last.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The type of a result of a node. Where there is none in the mode, that of the first mode in which there
    /// is one.
    pub fn type_of(&self, node: NodeId, result: usize) -> Option<ValueType> {
        let sets = self.context.sets.get(*self.forest.types(node).get(result)?);
        let of_mode = sets.get(self.mode).and_then(|set| set.first());
        of_mode.or_else(|| sets.modes().iter().find_map(|(_, set)| set.first()))
    }

    /// The node of the selection DAG that a record is.
    pub fn sd_node_of(&self, record: RecordId) -> Option<SdNodeId> {
        match self.context.operators.of_record(record)? {
            Operation::Node(id) => Some(id),
            _ => None,
        }
    }

    /// A node of the selection DAG.
    pub fn sd_node(&self, id: SdNodeId) -> &SdNode {
        &self.context.operators.sd_nodes[id]
    }

    /// A fragment.
    pub fn fragment(&self, id: FragmentId) -> &Fragment {
        &self.context.operators.fragments[id]
    }

    /// A transformation.
    pub fn transform(&self, id: TransformId) -> &Transform {
        &self.context.operators.transforms[id]
    }

    /// A complex pattern.
    pub fn complex_pattern(&self, id: ComplexPatternId) -> &ComplexPattern {
        &self.context.operators.complex_patterns[id]
    }

    /// An intrinsic.
    pub fn intrinsic(&self, id: IntrinsicNodeId) -> &IntrinsicNode {
        &self.context.intrinsics.nodes[id]
    }
}

impl Context<'_> {
    /// How many nodes of a tree have a chain. Of the alternatives of a fragment that one is taken which has
    /// the fewest: floating-point operations stand for one that depends on the environment, with a
    /// chain, and for one that does not.
    fn chain_count(&self, forest: &Forest, tree: NodeId) -> usize {
        let has_chain = match forest.operation(tree) {
            Operation::Node(id) => self.operators.sd_nodes[id].has(SdNodeProperty::HasChain),
            _ => false,
        };
        let children = forest.children(tree).iter();
        usize::from(has_chain)
            + children.map(|&child| self.chain_count(forest, child)).sum::<usize>()
    }

    /// Infers all types. What does not follow from the trees follows from the operands that nodes are named
    /// after.
    fn infer_semantics(
        &mut self,
        forest: &mut Forest,
        draft: &mut Draft,
        instruction: InstructionId,
    ) -> Result<(), Stop> {
        let operands = self.operands_of(instruction);
        while !self.infer_types(forest, draft, &InputTypes::Own)? {
            let mut is_changed = false;
            for (name, nodes) in self.named_nodes(forest, draft).clone() {
                let Some(place) = operands.named(name) else { continue };
                let types = self.operand_types(self.operand_record(instruction, place))?;
                for node in nodes {
                    let is_open = |&types| !self.sets.get(types).is_concrete(true);
                    if forest.types(node).first().is_some_and(is_open) {
                        is_changed |= self.update(forest, draft, node, 0, types)?;
                    }
                }
            }
            if !is_changed {
                let error = self.error(draft, "Could not infer all types in pattern!");
                return Err(self.note_trees(error, forest, draft));
            }
        }
        Ok(())
    }
}
