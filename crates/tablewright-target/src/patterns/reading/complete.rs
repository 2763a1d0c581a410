//! Patterns completed: fragments expanded, types inferred between what is matched and what is made, names
//! checked.
//!
//! In: the two drafts of a pattern. Out: a [`Pattern`] for each alternative that can match.

use tablewright_records::{FieldError, Record, RecordId, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use tablewright_syntax::symbol::Symbol;

use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::infer_types::InputTypes;
use crate::patterns::inference::inference_steps::Rule;
use crate::patterns::inference::stop::Stop;
use crate::sd_node_properties::SdNodeProperty;

/// A pattern of which all types are known.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The record: an instruction or one of class `Pattern`.
    pub record: RecordId,
    /// What is matched.
    pub source: NodeId,
    /// What is made.
    pub result: NodeId,
    /// The registers that are set besides the results.
    pub registers: Box<[RecordId]>,
    /// The list of the predicates that have to hold.
    pub predicates: ValueId,
    /// How much is added to the complexity.
    pub added_complexity: i64,
    /// Whether GlobalISel ignores it.
    pub gisel_should_ignore: bool,
}

/// Why an alternative of a pattern is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftOut {
    /// A value that is made can have no type.
    NoTypeInResult,
    /// A value that is matched can have no type.
    NoType,
    /// The selection DAG has constants on the other side; the text is that of the warning.
    ConstantOnLeft(&'static str),
}

/// What is completed: both drafts of a pattern, in one forest.
pub(crate) struct Drafts {
    pub(crate) source: Draft,
    pub(crate) result: Draft,
    pub(crate) registers: Vec<RecordId>,
}

impl Context<'_> {
    /// Completes a pattern and adds what can match to `patterns`, with trees in `into`.
    pub(crate) fn complete(
        &mut self,
        forest: &mut Forest,
        drafts: &mut Drafts,
        into: &mut Forest,
        patterns: &mut Vec<Pattern>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Stop> {
        self.expand_fragments(forest, drafts)?;
        let made = self.infer_drafts(forest, drafts)?;
        let Drafts { source, registers, .. } = drafts;
        let record = self.record(source.record);
        let mut pattern = Pattern {
            record: record.id(),
            source: made,
            result: made,
            registers: registers.as_slice().into(),
            predicates: record.value("Predicates")?,
            added_complexity: record.int("AddedComplexity")?,
            gisel_should_ignore: record.field("GISelShouldIgnore").is_some()
                && record.bit("GISelShouldIgnore")?,
        };
        record.list("Predicates")?;
        let mut kept_result = None;
        for &tree in &source.trees {
            match self.why_left_out(forest, tree, made) {
                None => self.check_pattern(forest, source, tree, made)?,
                Some(LeftOut::ConstantOnLeft(reason)) => {
                    let message = format!("Pattern can never match: {reason}");
                    diagnostics.push(warning(record, message));
                    continue;
                }
                Some(_) => continue,
            }
            pattern.source = into.import(forest, tree);
            pattern.result = *kept_result.get_or_insert_with(|| into.import(forest, made));
            patterns.push(pattern.clone());
        }
        Ok(())
    }

    /// Replaces the fragments of both drafts. The result then has one tree.
    pub(crate) fn expand_fragments(
        &mut self,
        forest: &mut Forest,
        drafts: &mut Drafts,
    ) -> Result<(), Stop> {
        let Drafts { source, result, .. } = drafts;
        self.inline_draft(forest, source)?;
        self.inline_draft(forest, result)?;
        if result.trees.len() != 1 {
            let message = "Cannot use multi-alternative fragments in result pattern!";
            return Err(self.error(result, message));
        }
        Ok(())
    }

    /// Infers the types of drafts without fragments. Returns what is made.
    pub(crate) fn infer_drafts(
        &mut self,
        forest: &mut Forest,
        drafts: &mut Drafts,
    ) -> Result<NodeId, Stop> {
        let Drafts { source, result, .. } = drafts;
        self.infer_pattern(forest, source, result, result.trees[0])?;
        let promoted = promote_transforms(forest, result.trees[0]);
        let mut made = Draft::of_tree(result.record, false, promoted);
        self.infer_types(forest, &mut made, &InputTypes::None)?;
        Ok(made.trees[0])
    }

    /// Why a tree that is matched is left out, if so. Where no type is left for a value in any mode, the
    /// pattern never matches. This is no error: a class of registers may not have the type in some mode.
    pub(crate) fn why_left_out(
        &self,
        forest: &Forest,
        source: NodeId,
        made: NodeId,
    ) -> Option<LeftOut> {
        if !self.has_possible_types(forest, made) {
            Some(LeftOut::NoTypeInResult)
        } else if !self.has_possible_types(forest, source) {
            Some(LeftOut::NoType)
        } else {
            self.why_unmatchable(forest, source).map(LeftOut::ConstantOnLeft)
        }
    }

    /// Infers the types of both drafts, each from the other.
    fn infer_pattern(
        &mut self,
        forest: &mut Forest,
        source: &mut Draft,
        result: &mut Draft,
        root: NodeId,
    ) -> Result<(), Stop> {
        let mut root = root;
        loop {
            let is_source_known = self.infer_types(forest, source, &InputTypes::Own)?;
            let named = self.named_nodes(forest, source).clone();
            let is_result_known = self.infer_types(forest, result, &InputTypes::Of(&named))?;
            root = result.trees.first().copied().unwrap_or(root);
            let mut is_changed = false;
            for at in 0..source.trees.len() {
                let tree = source.trees[at];
                let count = forest.types(tree).len().min(forest.types(root).len());
                for value in 0..count {
                    let types = forest.types(root)[value];
                    self.recorder.because(Rule::Root);
                    is_changed |= self.update(forest, result, tree, value, types)?;
                    let types = forest.types(tree)[value];
                    is_changed |= self.update(forest, result, root, value, types)?;
                }
            }
            // Two instructions of a result may agree on a register class without a need for any one of its
            // types. Then any will do.
            if !is_changed && is_source_known && !is_result_known {
                is_changed = self.force_instruction_type(forest, result, root)?;
            }
            if is_changed {
                continue;
            }
            if !is_source_known {
                let error = self.error(source, "Could not infer all types in pattern!");
                return Err(self.note_trees(error, forest, source));
            }
            if !is_result_known {
                let error = self.error(result, "Could not infer all types in pattern result!");
                return Err(self.note_trees(
                    self.note_trees(error, forest, source),
                    forest,
                    result,
                ));
            }
            return Ok(());
        }
    }

    pub(crate) fn note_trees(&self, mut stop: Stop, forest: &Forest, draft: &Draft) -> Stop {
        let what = if draft.is_input { "pattern" } else { "result" };
        for &tree in &draft.trees {
            stop = stop.note(format!("the {what} is {}", self.tree_text(forest, tree)));
        }
        stop
    }

    /// Chooses a type for the first instruction, children first, that has several. Returns whether there
    /// was one.
    fn force_instruction_type(
        &mut self,
        forest: &mut Forest,
        draft: &Draft,
        node: NodeId,
    ) -> Result<bool, Stop> {
        for place in 0..forest.child_count(node) {
            if self.force_instruction_type(forest, draft, forest.child(node, place))? {
                return Ok(true);
            }
        }
        if !matches!(forest.operation(node), Operation::Instruction(_)) {
            return Ok(false);
        }
        for value in 0..forest.types(node).len() {
            let forced = self.sets.force_first(forest.types(node)[value]);
            self.recorder.because(Rule::FirstType);
            self.set_type(forest, draft, node, value, forced.set)?;
            if forced.is_changed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_possible_types(&self, forest: &Forest, tree: NodeId) -> bool {
        !forest.any(tree, &|node| self.is_impossible(forest, node))
    }

    fn is_impossible(&self, forest: &Forest, node: NodeId) -> bool {
        let mut types = forest.types(node).iter();
        types.any(|&types| !self.sets.get(types).is_possible())
    }

    /// The first node of a tree, from the root on, that can have no type.
    pub(crate) fn first_impossible(&self, forest: &Forest, tree: NodeId) -> Option<NodeId> {
        if self.is_impossible(forest, tree) {
            return Some(tree);
        }
        let mut children = forest.children(tree).iter();
        children.find_map(|&child| self.first_impossible(forest, child))
    }

    /// Why a tree can never match, if so: the selection DAG has constants on the right of commutative
    /// operators.
    pub(crate) fn why_unmatchable(&self, forest: &Forest, tree: NodeId) -> Option<&'static str> {
        let children = forest.children(tree);
        if let Some(reason) = children.iter().find_map(|&child| self.why_unmatchable(forest, child))
        {
            return Some(reason);
        }
        let Operation::Node(node) = forest.operation(tree) else { return None };
        let is_intrinsic = self.intrinsic_of(forest, tree);
        let is_commutative = self.operators.sd_nodes[node].has(SdNodeProperty::Commutative)
            || is_intrinsic.is_some_and(|id| self.intrinsics.nodes[id].is_commutative);
        let (&last, rest) = children.split_last().filter(|_| is_commutative)?;
        let first = usize::from(is_intrinsic.is_some()).min(rest.len());
        let is_misplaced = !self.is_only_on_right(forest, last)
            && rest[first..].iter().any(|&child| self.is_only_on_right(forest, child));
        is_misplaced.then_some("Immediate value must be on the RHS of commutative operators!")
    }

    /// The intrinsic that a node calls, if it is a call.
    pub(crate) fn intrinsic_of(
        &self,
        forest: &Forest,
        node: NodeId,
    ) -> Option<crate::patterns::forest::IntrinsicNodeId> {
        match forest.operation(*forest.children(node).first()?) {
            Operation::IntrinsicNumber(intrinsic) => Some(intrinsic),
            _ => None,
        }
    }

    fn is_only_on_right(&self, forest: &Forest, node: NodeId) -> bool {
        match forest.operation(node) {
            Operation::Int(_) => true,
            Operation::Node(id) => {
                Some(self.operators.sd_nodes[id].record) == self.classes.special.imm
            }
            Operation::Record(record) => {
                let special = &self.classes.special;
                [special.imm_all_ones, special.imm_all_zeros].contains(&Some(record))
            }
            _ => false,
        }
    }

    /// Checks the root of a pattern, and that names are used on both sides.
    fn check_pattern(
        &self,
        forest: &Forest,
        draft: &Draft,
        source: NodeId,
        result: NodeId,
    ) -> Result<(), Stop> {
        let root = match forest.operation(source) {
            Operation::Record(record) => self.operators.of_record(record),
            operation => Some(operation),
        };
        if let Some(Operation::ComplexPattern(pattern)) = root
            && self.operators.complex_patterns[pattern].root_nodes.is_empty()
        {
            let message = "ComplexPattern at root must specify list of opcodes it could match";
            return Err(self.error(draft, message));
        }
        let (mut of_source, mut of_result) = (Vec::new(), Vec::new());
        self.count_names(forest, draft, source, &mut of_source)?;
        self.count_names(forest, draft, result, &mut of_result)?;
        let is_in = |names: &[NameUse], name| names.iter().any(|known| known.name == name);
        let first = |names: Vec<Symbol>| names.into_iter().map(|name| self.store.str(name)).min();
        let missing = of_result.iter().map(|of| of.name).filter(|&n| !is_in(&of_source, n));
        if let Some(name) = first(missing.collect()) {
            let message = format!("Pattern has input without matching name in output: ${name}");
            return Err(self.error(draft, &message));
        }
        let dead = of_source.iter().filter(|of| of.count == 1 && !is_in(&of_result, of.name));
        if let Some(name) = first(dead.map(|of| of.name).collect()) {
            return Err(self.error(draft, &format!("Pattern has dead named input: ${name}")));
        }
        Ok(())
    }

    fn count_names(
        &self,
        forest: &Forest,
        draft: &Draft,
        node: NodeId,
        names: &mut Vec<NameUse>,
    ) -> Result<(), Stop> {
        if let Some(name) = forest.name(node) {
            match names.iter_mut().find(|known| known.name == name) {
                None => names.push(NameUse { name, first: node, count: 1 }),
                Some(known) => {
                    known.count += 1;
                    let (a, b) = (forest.types(known.first), forest.types(node));
                    let mut pairs = a.iter().zip(b);
                    if a.len() != b.len() || !pairs.all(|(&a, &b)| self.sets.is_same(a, b)) {
                        let name = self.store.str(name);
                        let message = format!(
                            "repetition of value: ${name} where different uses have different types!"
                        );
                        return Err(self.error(draft, &message));
                    }
                }
            }
        }
        for &child in forest.children(node) {
            self.count_names(forest, draft, child, names)?;
        }
        Ok(())
    }
}

/// The uses of a name in a tree.
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
        return forest.add(Operation::Transform(transform), &[inner], count);
    }
    for place in 0..forest.child_count(node) {
        let child = promote_transforms(forest, forest.child(node, place));
        forest.set_child(node, place, child);
    }
    node
}

fn warning(record: Record<'_>, message: String) -> Diagnostic {
    let mut warning = Diagnostic::from(FieldError::new(Code::Patterns, record, message));
    warning.severity = Severity::Warning;
    warning
}
