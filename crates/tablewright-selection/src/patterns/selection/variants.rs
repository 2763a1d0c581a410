//! Pattern variants: the other operand orders in which commutative and associative nodes match.
//!
//! In: a pattern list. Out: the same list with the variants that no listed pattern matches already.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::to_match::PatternToMatch;
use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::inference::TypeInference;
use crate::patterns::reading::inline::for_each_combination;
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::sd_node_properties::SdNodeProperty;

/// Maximum variant count for a tree. Each commutative node doubles their number.
const MAX_VARIANTS: usize = 1 << 12;

/// There are more than [`MAX_VARIANTS`].
struct TooMany;

/// The patterns that may match the same as a tree.
type Buckets = FxHashMap<u64, Vec<usize>>;

impl TypeInference<'_> {
    /// Adds variants for all patterns, with order numbers from `next_order` on. Reports patterns with too many
    /// variants.
    pub(crate) fn add_variants(
        &mut self,
        patterns: &mut Vec<PatternToMatch>,
        next_order: &mut u64,
        diagnostics: &mut Diagnostics,
    ) {
        let mut buckets = Buckets::default();
        for (index, pattern) in patterns.iter().enumerate() {
            buckets.entry(shape_hash(&self.forest, pattern.source)).or_default().push(index);
        }
        for index in 0..patterns.len() {
            let source = patterns[index].source;
            // Most patterns have nothing to swap.
            if !self.forest.any(source, &|node| self.has_variants(node)) {
                continue;
            }
            let names = repeated_names(&self.forest, source);
            let mut variants = Vec::new();
            if let Err(TooMany) = self.variants_of(source, &names, &mut variants) {
                let record = self.target.record(patterns[index].record);
                let name = record.name();
                let message =
                    format!("In {name}: the pattern has more than {MAX_VARIANTS} variants");
                diagnostics.push(FieldError::new(Code::PatternForm, record, message).into());
                continue;
            }
            if variants.len() <= 1 {
                continue;
            }
            for variant in variants {
                let predicates = patterns[index].predicates;
                let bucket = buckets.entry(shape_hash(&self.forest, variant)).or_default();
                let is_listed = bucket.iter().any(|&other| {
                    patterns[other].predicates == predicates
                        && self.is_same_tree(variant, patterns[other].source, &names)
                });
                if !is_listed {
                    bucket.push(patterns.len());
                    let mut pattern = patterns[index].clone();
                    pattern.source = variant;
                    pattern.is_variant = true;
                    pattern.order = *next_order;
                    *next_order += 1;
                    patterns.push(pattern);
                }
            }
        }
    }

    /// Returns whether a node's operands can be in another order.
    fn has_variants(&self, node: NodeId) -> bool {
        let ForestOperation::Node(id) = self.forest.operation(node) else { return false };
        let sd_node = &self.vocabulary.sd_nodes[id];
        sd_node.has(SdNodeProperty::Commutative)
            || sd_node.has(SdNodeProperty::Associative)
            || self.is_commutative_intrinsic(node)
    }

    fn is_commutative_intrinsic(&self, node: NodeId) -> bool {
        let intrinsic = self.forest.called_intrinsic(node);
        intrinsic.is_some_and(|id| self.vocabulary.intrinsics[id].is_commutative)
    }

    /// Adds a tree's variants, the original tree first.
    fn variants_of(
        &mut self,
        node: NodeId,
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let ForestOperation::Node(id) = self.forest.operation(node) else {
            variants.push(node);
            return Ok(());
        };
        let properties = self.vocabulary.sd_nodes[id].properties;
        if properties.has(SdNodeProperty::Associative) && self.forest.child_count(node) == 2 {
            let mut operands = Vec::new();
            associative_operands(&self.forest, node, &mut operands);
            // With more operands there are too many orders to try.
            if let [a, b, c] = operands[..] {
                return self.associative_variants(node, [a, b, c], names, variants);
            }
        }
        let mut of_children: Vec<Vec<NodeId>> = Vec::with_capacity(self.forest.child_count(node));
        for index in 0..self.forest.child_count(node) {
            let mut of_child = Vec::with_capacity(1);
            self.variants_of(self.forest.child(node, index), names, &mut of_child)?;
            of_children.push(of_child);
        }
        self.combine(node, &of_children, names, variants)?;
        let is_intrinsic = self.is_commutative_intrinsic(node);
        if !properties.has(SdNodeProperty::Commutative) && !is_intrinsic {
            return Ok(());
        }
        // A call's first child identifies the intrinsic.
        let first = usize::from(is_intrinsic);
        let is_register = |&child: &NodeId| {
            let record = self.forest.leaf_record(child);
            record.is_some_and(|record| self.target.classes.is(record, PatternClass::Register))
        };
        let swapped = self.forest.children(node).get(first..first + 2);
        if swapped.is_some_and(|swapped| !swapped.iter().any(is_register)) {
            of_children.swap(first, first + 1);
            self.combine(node, &of_children, names, variants)?;
        }
        Ok(())
    }

    /// Adds the variants for three operands that two nodes join.
    fn associative_variants(
        &mut self,
        node: NodeId,
        operands: [NodeId; 3],
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let mut of_operands = [Vec::new(), Vec::new(), Vec::new()];
        for (operand, of_operand) in operands.into_iter().zip(&mut of_operands) {
            self.variants_of(operand, names, of_operand)?;
        }
        let [a, b, c] = of_operands;
        let mut pair = |first: &[NodeId], second: &[NodeId]| {
            let mut joined = Vec::new();
            let operands = [first.to_vec(), second.to_vec()];
            self.combine(node, &operands, names, &mut joined).map(|()| joined)
        };
        // The pair order affects the printed output.
        let pairs = [
            pair(&a, &b)?,
            pair(&b, &a)?,
            pair(&a, &c)?,
            pair(&c, &a)?,
            pair(&b, &c)?,
            pair(&c, &b)?,
        ];
        let rests = [&c, &c, &b, &b, &a, &a];
        for (pair, single) in pairs.iter().zip(rests) {
            self.combine(node, &[pair.clone(), single.clone()], names, variants)?;
        }
        for (at, unpaired) in rests.iter().enumerate() {
            self.combine(node, &[unpaired.to_vec(), pairs[at].clone()], names, variants)?;
        }
        Ok(())
    }

    /// Adds a node for each new child combination that can match.
    fn combine(
        &mut self,
        node: NodeId,
        of_children: &[Vec<NodeId>],
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let mut result = Ok(());
        for_each_combination(of_children, |children| {
            if result.is_ok() {
                result = self.add_variant(node, children, names, variants);
            }
        });
        result
    }

    /// Adds the variant of `node` with these children, unless it is known or cannot match.
    fn add_variant(
        &mut self,
        node: NodeId,
        children: &[NodeId],
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let variant = self.forest.with_children(node, children);
        let is_same = |&other: &NodeId| self.is_same_tree(variant, other, names);
        if self.why_unmatchable(variant).is_none() && !variants.iter().any(is_same) {
            variants.push(variant);
            if variants.len() > MAX_VARIANTS {
                return Err(TooMany);
            }
        }
        Ok(())
    }

    /// Returns whether two trees match the same nodes. Names are ignored, except names that occur several times.
    fn is_same_tree(&self, a: NodeId, b: NodeId, names: &[Symbol]) -> bool {
        if a == b {
            return true;
        }
        if self.forest.operation(a) != self.forest.operation(b)
            || self.forest.child_count(a) != self.forest.child_count(b)
        {
            return false;
        }
        let (of_a, of_b) = (self.forest.attributes(a), self.forest.attributes(b));
        if !self.has_same_types(a, b)
            || of_a.predicates != of_b.predicates
            || of_a.transform != of_b.transform
        {
            return false;
        }
        if self.forest.leaf_record(a).is_some() {
            let name = self.forest.name(a);
            return name == self.forest.name(b) || !name.is_some_and(|name| names.contains(&name));
        }
        let mut children = self.forest.children(a).iter().zip(self.forest.children(b));
        children.all(|(&a, &b)| self.is_same_tree(a, b, names))
    }
}

/// Returns a number that is the same for trees that match the same.
fn shape_hash(forest: &Forest, node: NodeId) -> u64 {
    fn add(forest: &Forest, node: NodeId, hasher: &mut FxHasher) {
        forest.operation(node).hash(hasher);
        let attributes = forest.attributes(node);
        attributes.predicates.hash(hasher);
        attributes.transform.hash(hasher);
        for &child in forest.children(node) {
            add(forest, child, hasher);
        }
    }
    let mut hasher = FxHasher::default();
    add(forest, node, &mut hasher);
    hasher.finish()
}

/// Returns the names that several record leaves share.
fn repeated_names(forest: &Forest, node: NodeId) -> Vec<Symbol> {
    fn add(forest: &Forest, node: NodeId, once: &mut Vec<Symbol>, names: &mut Vec<Symbol>) {
        if forest.leaf_record(node).is_some()
            && let Some(name) = forest.name(node)
        {
            if once.contains(&name) {
                names.push(name);
            } else {
                once.push(name);
            }
        }
        for &child in forest.children(node) {
            add(forest, child, once, names);
        }
    }
    let mut names = Vec::new();
    add(forest, node, &mut Vec::new(), &mut names);
    names
}

/// Adds the operands that a node joins by itself or through plain nodes with the same operator.
fn associative_operands(forest: &Forest, node: NodeId, operands: &mut Vec<NodeId>) {
    let attributes = forest.attributes(node);
    if forest.name(node).is_some()
        || !attributes.predicates.is_empty()
        || attributes.transform.is_some()
        || forest.child_count(node) != 2
    {
        return operands.push(node);
    }
    for &child in forest.children(node) {
        if forest.operation(child) == forest.operation(node) {
            associative_operands(forest, child, operands);
        } else {
            operands.push(child);
        }
    }
}
