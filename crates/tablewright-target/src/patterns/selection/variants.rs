//! Variants of patterns: the other orders of operands in which commutative and associative nodes match.
//!
//! In: a list of patterns. Out: the same with the variants that no pattern of the list matches already.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::to_match::PatternToMatch;
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::inference::context::Context;
use crate::patterns::reading::inline::for_each_combination;
use crate::patterns::vocabulary::record_classes::PatternClass;
use crate::sd_node_properties::SdNodeProperty;

/// How many variants a tree may have. Each commutative node doubles their number.
const MAX_VARIANTS: usize = 1 << 12;

/// There are more than [`MAX_VARIANTS`].
struct TooMany;

/// The patterns that may match the same as a tree.
type Buckets = FxHashMap<u64, Vec<usize>>;

impl Context<'_> {
    /// Adds the variants of all patterns. The number that orders each one goes on from `next_order`.
    /// Patterns with too many are reported.
    pub(crate) fn add_variants(
        &self,
        forest: &mut Forest,
        patterns: &mut Vec<PatternToMatch>,
        next_order: &mut u64,
        diagnostics: &mut Diagnostics,
    ) {
        let mut buckets = Buckets::default();
        for (place, pattern) in patterns.iter().enumerate() {
            buckets.entry(shape_hash(forest, pattern.source)).or_default().push(place);
        }
        for place in 0..patterns.len() {
            let source = patterns[place].source;
            // Most patterns have nothing to swap.
            if !forest.any(source, &|node| self.has_variants(forest, node)) {
                continue;
            }
            let names = repeated_names(forest, source);
            let mut variants = Vec::new();
            if let Err(TooMany) = self.variants_of(forest, source, &names, &mut variants) {
                let record = self.record(patterns[place].record);
                let name = record.name();
                let message =
                    format!("In {name}: the pattern has more than {MAX_VARIANTS} variants");
                diagnostics.push(FieldError::new(Code::Patterns, record, message).into());
                continue;
            }
            if variants.len() <= 1 {
                continue;
            }
            for variant in variants {
                let predicates = patterns[place].predicates;
                let bucket = buckets.entry(shape_hash(forest, variant)).or_default();
                let is_known = bucket.iter().any(|&known| {
                    patterns[known].predicates == predicates
                        && self.is_same_tree(forest, variant, patterns[known].source, &names)
                });
                if !is_known {
                    bucket.push(patterns.len());
                    let mut pattern = patterns[place].clone();
                    pattern.source = variant;
                    pattern.order = *next_order;
                    *next_order += 1;
                    patterns.push(pattern);
                }
            }
        }
    }

    /// Whether the operands of a node can be in another order.
    fn has_variants(&self, forest: &Forest, node: NodeId) -> bool {
        let Operation::Node(id) = forest.operation(node) else { return false };
        let sd_node = &self.operators.sd_nodes[id];
        sd_node.has(SdNodeProperty::Commutative)
            || sd_node.has(SdNodeProperty::Associative)
            || self.is_commutative_intrinsic(forest, node)
    }

    fn is_commutative_intrinsic(&self, forest: &Forest, node: NodeId) -> bool {
        let intrinsic = self.intrinsic_of(forest, node);
        intrinsic.is_some_and(|id| self.intrinsics.nodes[id].is_commutative)
    }

    /// Adds the variants of a tree, the tree as it is first.
    fn variants_of(
        &self,
        forest: &mut Forest,
        node: NodeId,
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let Operation::Node(id) = forest.operation(node) else {
            variants.push(node);
            return Ok(());
        };
        let sd_node = &self.operators.sd_nodes[id];
        if sd_node.has(SdNodeProperty::Associative) && forest.child_count(node) == 2 {
            let mut operands = Vec::new();
            associative_operands(forest, node, &mut operands);
            // With more operands there are too many orders to try.
            if let [a, b, c] = operands[..] {
                return self.associative_variants(forest, node, [a, b, c], names, variants);
            }
        }
        let mut of_children: Vec<Vec<NodeId>> = Vec::with_capacity(forest.child_count(node));
        for place in 0..forest.child_count(node) {
            let mut of_child = Vec::with_capacity(1);
            self.variants_of(forest, forest.child(node, place), names, &mut of_child)?;
            of_children.push(of_child);
        }
        self.combine(forest, node, &of_children, names, variants)?;
        let is_intrinsic = self.is_commutative_intrinsic(forest, node);
        if !sd_node.has(SdNodeProperty::Commutative) && !is_intrinsic {
            return Ok(());
        }
        // The first child of a call says which intrinsic it is.
        let first = usize::from(is_intrinsic);
        let is_register = |&child: &NodeId| {
            let record = forest.leaf_record(child);
            record.is_some_and(|record| self.classes.is(record, PatternClass::Register))
        };
        let swapped = forest.children(node).get(first..first + 2);
        if swapped.is_some_and(|swapped| !swapped.iter().any(is_register)) {
            of_children.swap(first, first + 1);
            self.combine(forest, node, &of_children, names, variants)?;
        }
        Ok(())
    }

    /// Adds the variants of three operands that are joined by two nodes.
    fn associative_variants(
        &self,
        forest: &mut Forest,
        node: NodeId,
        operands: [NodeId; 3],
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let mut of_operands = [Vec::new(), Vec::new(), Vec::new()];
        for (operand, of_operand) in operands.into_iter().zip(&mut of_operands) {
            self.variants_of(forest, operand, names, of_operand)?;
        }
        let [a, b, c] = of_operands;
        let mut pair = |first: &[NodeId], second: &[NodeId]| {
            let mut joined = Vec::new();
            let operands = [first.to_vec(), second.to_vec()];
            self.combine(forest, node, &operands, names, &mut joined).map(|()| joined)
        };
        // Which two are joined first, in this order, is part of what is printed.
        let pairs = [
            pair(&a, &b)?,
            pair(&b, &a)?,
            pair(&a, &c)?,
            pair(&c, &a)?,
            pair(&b, &c)?,
            pair(&c, &b)?,
        ];
        let rests = [&c, &c, &b, &b, &a, &a];
        for (pair, rest) in pairs.iter().zip(rests) {
            self.combine(forest, node, &[pair.clone(), rest.clone()], names, variants)?;
        }
        for (at, rest) in rests.iter().enumerate() {
            self.combine(forest, node, &[rest.to_vec(), pairs[at].clone()], names, variants)?;
        }
        Ok(())
    }

    /// Adds a node for each combination of children that can match and is new.
    fn combine(
        &self,
        forest: &mut Forest,
        node: NodeId,
        of_children: &[Vec<NodeId>],
        names: &[Symbol],
        variants: &mut Vec<NodeId>,
    ) -> Result<(), TooMany> {
        let mut result = Ok(());
        for_each_combination(of_children, |children| {
            if result.is_err() {
                return;
            }
            let variant = forest.with_children(node, children);
            let is_known = |&known: &NodeId| self.is_same_tree(forest, variant, known, names);
            if self.why_unmatchable(forest, variant).is_none() && !variants.iter().any(is_known) {
                variants.push(variant);
                if variants.len() > MAX_VARIANTS {
                    result = Err(TooMany);
                }
            }
        });
        result
    }

    /// Whether two trees match the same. Names do not matter, except those that occur several times.
    fn is_same_tree(&self, forest: &Forest, a: NodeId, b: NodeId, names: &[Symbol]) -> bool {
        if a == b {
            return true;
        }
        if forest.operation(a) != forest.operation(b)
            || forest.child_count(a) != forest.child_count(b)
            || forest.types(a).len() != forest.types(b).len()
        {
            return false;
        }
        let mut types = forest.types(a).iter().zip(forest.types(b));
        let (of_a, of_b) = (forest.attributes(a), forest.attributes(b));
        if !types.all(|(&a, &b)| self.sets.is_same(a, b))
            || of_a.predicates != of_b.predicates
            || of_a.transform != of_b.transform
        {
            return false;
        }
        if forest.leaf_record(a).is_some() {
            let name = forest.name(a);
            return name == forest.name(b) || !name.is_some_and(|name| names.contains(&name));
        }
        let mut children = forest.children(a).iter().zip(forest.children(b));
        children.all(|(&a, &b)| self.is_same_tree(forest, a, b, names))
    }
}

/// A number that is the same for trees that match the same.
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

/// The names that several leaves have which are records.
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

/// Adds the operands that a node joins by itself or through plain nodes of the same kind.
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
