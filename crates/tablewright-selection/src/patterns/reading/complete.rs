//! Complete patterns: fragments expanded, types inferred across the matched and created trees, names checked.
//!
//! In: a pattern's two drafts. Out: a [`CompletePattern`] for each alternative that can match.

use tablewright_records::{FieldError, Record, RecordId, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::infer_types::{InputTypes, NodeValue};
use crate::patterns::inference::inference_steps::InferenceRule;
use crate::patterns::inference::stop::PatternError;
use crate::record_views::selection_dag::PatternRecord;
use crate::sd_node_properties::SdNodeProperty;

/// A pattern with known types.
#[derive(Clone, Debug)]
pub struct CompletePattern {
    /// The record: an instruction or a `Pattern` record.
    pub record: RecordId,
    /// The matched tree.
    pub source: NodeId,
    /// The created tree.
    pub result: NodeId,
    /// The registers that are set besides the results.
    pub registers: Box<[RecordId]>,
    /// The list with all required predicates.
    pub predicates: ValueId,
    /// Points added to the complexity.
    pub added_complexity: i64,
    /// Whether GlobalISel ignores it.
    pub gisel_should_ignore: bool,
}

/// The reason for skipping a pattern alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftOut {
    /// A created value lacks a possible type.
    NoTypeInResult,
    /// A matched value lacks a possible type.
    NoType,
    /// A constant on the left, while the selection DAG has constants on the right; with the warning text.
    ConstantOnLeft(&'static str),
}

/// A pattern's drafts, in the same forest.
pub(crate) struct Drafts {
    pub(crate) source: Draft,
    pub(crate) result: Draft,
    pub(crate) registers: Vec<RecordId>,
}

/// Patterns that were completed, with their trees.
#[derive(Default)]
pub(crate) struct CompletedPatterns {
    pub(crate) list: Vec<CompletePattern>,
    pub(crate) forest: Forest,
}

impl TypeInference<'_> {
    /// Completes a pattern, and adds the alternatives that can match.
    pub(crate) fn complete(
        &mut self,
        drafts: &mut Drafts,
        completed: &mut CompletedPatterns,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), PatternError> {
        self.expand_fragments(drafts)?;
        let root = self.infer_drafts(drafts)?;
        let record = self.target.record(self.draft.record);
        let view = PatternRecord::new(record);
        let mut pattern = CompletePattern {
            record: record.id(),
            source: root,
            result: root,
            registers: drafts.registers.as_slice().into(),
            predicates: view.predicates()?,
            added_complexity: view.added_complexity()?,
            gisel_should_ignore: view.gisel_should_ignore()?,
        };
        view.predicate_list()?;
        let CompletedPatterns { list, forest } = completed;
        let mut kept_result = None;
        for &tree in &drafts.source.trees {
            match self.why_left_out(tree, root) {
                None => self.check_pattern(tree, root)?,
                Some(LeftOut::ConstantOnLeft(reason)) => {
                    let message = format!("Pattern can never match: {reason}");
                    diagnostics.push(warning(record, message));
                    continue;
                }
                Some(LeftOut::NoTypeInResult | LeftOut::NoType) => continue,
            }
            pattern.source = forest.import(&self.forest, tree);
            pattern.result = *kept_result.get_or_insert_with(|| forest.import(&self.forest, root));
            list.push(pattern.clone());
        }
        Ok(())
    }

    /// Replaces the fragments in both drafts. The result then has a single tree.
    pub(crate) fn expand_fragments(&mut self, drafts: &mut Drafts) -> Result<(), PatternError> {
        self.within(&mut drafts.source, Self::inline_fragments).map_err(PatternError::in_source)?;
        self.within(&mut drafts.result, Self::inline_result)
    }

    /// Replaces the fragments in the current result, which then has a single tree.
    fn inline_result(&mut self) -> Result<(), PatternError> {
        self.inline_fragments()?;
        if self.draft.trees.len() != 1 {
            let message = "Cannot use multi-alternative fragments in result pattern!";
            return Err(self.error(message));
        }
        Ok(())
    }

    /// Checks the created tree in a `Pattern` record with an invalid matched tree. Missing types and names from the
    /// matched tree are not reported.
    pub(crate) fn check_result(&mut self, record: Record<'_>) -> Result<(), PatternError> {
        let results = PatternRecord::new(record).result_instrs()?;
        if results.is_empty() {
            return Ok(());
        }
        self.begin(record.id(), false);
        self.parse_results(results)?;
        self.inline_result()?;
        self.infer_types(&InputTypes::None).map(|_| ())
    }

    /// Infers types in drafts without fragments. Returns the result tree.
    pub(crate) fn infer_drafts(&mut self, drafts: &mut Drafts) -> Result<NodeId, PatternError> {
        self.infer_pattern(drafts)?;
        let root = promote_transforms(&mut self.forest, drafts.result.trees[0]);
        let mut promoted = Draft::from_tree(drafts.result.record, false, root);
        self.within(&mut promoted, |this| this.infer_types(&InputTypes::None))?;
        Ok(promoted.trees[0])
    }

    /// Returns the reason for skipping a matched tree, if any. If no type is left for a value in any mode, the pattern
    /// never matches. This is not an error: a register class may lack the type in some mode.
    pub(crate) fn why_left_out(&self, source: NodeId, result: NodeId) -> Option<LeftOut> {
        if !self.has_possible_types(result) {
            Some(LeftOut::NoTypeInResult)
        } else if !self.has_possible_types(source) {
            Some(LeftOut::NoType)
        } else {
            self.why_unmatchable(source).map(LeftOut::ConstantOnLeft)
        }
    }

    /// Infers types in both drafts, each from the other.
    fn infer_pattern(&mut self, drafts: &mut Drafts) -> Result<(), PatternError> {
        let Drafts { source, result, .. } = drafts;
        loop {
            let is_source_typed = self
                .within(source, |this| this.infer_types(&InputTypes::Own))
                .map_err(PatternError::in_source)?;
            let named = source.named.as_deref().unwrap_or_default();
            let is_result_typed =
                self.within(result, |this| this.infer_types(&InputTypes::Of(named)))?;
            let mut is_changed = self.within(result, |this| this.unify_roots(&source.trees))?;
            // Two instructions in a result may agree on a register class without requiring a specific type. Then any
            // type in the class will do.
            if !is_changed && is_source_typed && !is_result_typed {
                let root = result.trees[0];
                is_changed = self.within(result, |this| this.force_instruction_type(root))?;
            }
            if is_changed {
                continue;
            }
            if is_source_typed && is_result_typed {
                return Ok(());
            }
            let side = if is_source_typed { "pattern result" } else { "pattern" };
            let error = self.error(&format!("Could not infer all types in {side}!")).in_types();
            let error = self.within(source, |this| this.note_trees(error));
            if is_source_typed {
                return Err(self.within(result, |this| this.note_trees(error)));
            }
            return Err(error);
        }
    }

    /// Unifies the types of the roots: the result replaces the matched tree, so both have the same types.
    fn unify_roots(&mut self, sources: &[NodeId]) -> Result<bool, PatternError> {
        let root = self.draft.trees[0];
        let mut is_changed = false;
        for &tree in sources {
            let count = self.forest.types(tree).len().min(self.forest.types(root).len());
            for result in 0..count {
                self.recorder.because(InferenceRule::Root);
                let [matched, created] = [tree, root].map(|node| NodeValue { node, result });
                is_changed |= self.unify(matched, created)?;
            }
        }
        Ok(is_changed)
    }

    /// Chooses a type for the first instruction with several types, children first. Returns whether such an
    /// instruction exists.
    fn force_instruction_type(&mut self, node: NodeId) -> Result<bool, PatternError> {
        for index in 0..self.forest.child_count(node) {
            if self.force_instruction_type(self.forest.child(node, index))? {
                return Ok(true);
            }
        }
        if !matches!(self.forest.operation(node), ForestOperation::Instruction(_)) {
            return Ok(false);
        }
        for value in 0..self.forest.types(node).len() {
            let forced = self.sets.force_first(self.forest.types(node)[value]);
            self.recorder.because(InferenceRule::FirstType);
            self.set_type(node, value, forced.set)?;
            if forced.is_changed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_possible_types(&self, tree: NodeId) -> bool {
        !self.forest.any(tree, &|node| self.is_impossible(node))
    }

    fn is_impossible(&self, node: NodeId) -> bool {
        let mut types = self.forest.types(node).iter();
        types.any(|&types| !self.sets.get(types).is_possible())
    }

    /// Returns the first tree node, in preorder, without a possible type.
    pub(crate) fn first_impossible(&self, tree: NodeId) -> Option<NodeId> {
        if self.is_impossible(tree) {
            return Some(tree);
        }
        let mut children = self.forest.children(tree).iter();
        children.find_map(|&child| self.first_impossible(child))
    }

    /// Returns the reason for which a tree can never match, if any: the selection DAG has constants on the right in
    /// commutative operators.
    pub(crate) fn why_unmatchable(&self, tree: NodeId) -> Option<&'static str> {
        let children = self.forest.children(tree);
        if let Some(reason) = children.iter().find_map(|&child| self.why_unmatchable(child)) {
            return Some(reason);
        }
        let ForestOperation::Node(node) = self.forest.operation(tree) else { return None };
        let intrinsic = self.forest.called_intrinsic(tree);
        let is_commutative = self.vocabulary.sd_nodes[node].has(SdNodeProperty::Commutative)
            || intrinsic.is_some_and(|id| self.vocabulary.intrinsics[id].is_commutative);
        let (&last, others) = children.split_last().filter(|_| is_commutative)?;
        let first = usize::from(intrinsic.is_some()).min(others.len());
        let is_misplaced = !self.is_only_on_right(last)
            && others[first..].iter().any(|&child| self.is_only_on_right(child));
        is_misplaced.then_some("Immediate value must be on the RHS of commutative operators!")
    }

    fn is_only_on_right(&self, node: NodeId) -> bool {
        match self.forest.operation(node) {
            ForestOperation::Int(_) => true,
            ForestOperation::Node(id) => {
                Some(self.vocabulary.sd_nodes[id].record) == self.vocabulary.special.imm
            }
            ForestOperation::Record(record) => self.vocabulary.special.is_constant_vector(record),
            ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => false,
        }
    }

    /// Checks a pattern's root, and that names are used on both sides.
    fn check_pattern(&self, source: NodeId, result: NodeId) -> Result<(), PatternError> {
        let root = self.vocabulary.complex_pattern_of(self.forest.operation(source));
        if root.is_some_and(|root| self.vocabulary.complex_patterns[root].root_nodes.is_empty()) {
            let message = "ComplexPattern at root must specify list of opcodes it could match";
            return Err(self.error(message));
        }
        let (mut of_source, mut of_result) = (Vec::new(), Vec::new());
        self.count_names(source, &mut of_source)?;
        self.count_names(result, &mut of_result)?;
        let is_in = |names: &[NameUse], name| names.iter().any(|of| of.name == name);
        let first =
            |names: Vec<Symbol>| names.into_iter().map(|name| self.target.store.str(name)).min();
        let missing = of_result.iter().map(|of| of.name).filter(|&n| !is_in(&of_source, n));
        if let Some(name) = first(missing.collect()) {
            let message = format!("Pattern has input without matching name in output: ${name}");
            return Err(self.error(&message));
        }
        let dead = of_source.iter().filter(|of| of.count == 1 && !is_in(&of_result, of.name));
        if let Some(name) = first(dead.map(|of| of.name).collect()) {
            return Err(self.error(&format!("Pattern has dead named input: ${name}")));
        }
        Ok(())
    }

    fn count_names(&self, node: NodeId, names: &mut Vec<NameUse>) -> Result<(), PatternError> {
        if let Some(name) = self.forest.name(node) {
            match names.iter_mut().find(|of| of.name == name) {
                None => names.push(NameUse { name, first: node, count: 1 }),
                Some(of) => {
                    of.count += 1;
                    if !self.has_same_types(of.first, node) {
                        let name = self.target.store.str(name);
                        let message = format!(
                            "repetition of value: ${name} where different uses have different types!"
                        );
                        return Err(self.error(&message).in_types());
                    }
                }
            }
        }
        for &child in self.forest.children(node) {
            self.count_names(child, names)?;
        }
        Ok(())
    }
}

/// A name's uses in a tree.
struct NameUse {
    name: Symbol,
    first: NodeId,
    count: usize,
}

/// Turns transformations into nodes.
fn promote_transforms(forest: &mut Forest, node: NodeId) -> NodeId {
    if let Some(transform) = forest.attributes(node).transform {
        forest.change_attributes(node, |all| all.transform = None);
        let count = forest.types(node).len();
        let inner = promote_transforms(forest, node);
        return forest.add(ForestOperation::Transform(transform), &[inner], count);
    }
    for index in 0..forest.child_count(node) {
        let child = promote_transforms(forest, forest.child(node, index));
        forest.set_child(node, index, child);
    }
    node
}

fn warning(record: Record<'_>, message: String) -> Diagnostic {
    let mut warning = Diagnostic::from(FieldError::new(Code::PatternUse, record, message));
    warning.severity = Severity::Warning;
    warning
}
