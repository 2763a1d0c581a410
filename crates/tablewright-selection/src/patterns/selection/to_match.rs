//! A target's patterns in the order in which selection tries them, with variants, and split by mode.
//!
//! In: [`Patterns`]. Out: the analysis [`PatternsToMatch`].

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::condition::PredicateCondition;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::Instructions;
use tablewright_target::value_types::{ValueType, ValueTypes};

use crate::intrinsics::Intrinsics;
use crate::patterns::forest::{
    ComplexPatternId, Forest, ForestOperation, FragmentId, IntrinsicNodeId, NodeId, SdNodeId,
    TransformId,
};
use crate::patterns::inference::TypeInference;
use crate::patterns::reading::list::{PatternId, Patterns};
use crate::patterns::text::tree_description::TreeDescriber;
use crate::patterns::text::tree_text::{TreeNames, TreeWriter};
use crate::patterns::types::type_set::TypeSetByHwMode;
use crate::patterns::types::type_sets::{TypeSetId, TypeSets};
use crate::patterns::vocabulary::complex_pattern::{ComplexPattern, Transform};
use crate::patterns::vocabulary::definitions::Vocabulary;
use crate::patterns::vocabulary::fragment::VocabularyFragment;
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNode;
use crate::patterns::vocabulary::sd_node::SdNode;
use crate::patterns::vocabulary::special_records::SpecialRecords;
use crate::record_views::selection_dag::OperandWithDefaultOpsRecord;
use crate::sd_node_properties::SdNodeProperty;

/// A pattern as selection tries it.
#[derive(Clone, Debug)]
pub struct PatternToMatch {
    /// The original pattern.
    pub pattern: PatternId,
    /// The pattern record.
    pub record: RecordId,
    /// The matched tree.
    pub source: NodeId,
    /// The created tree.
    pub result: NodeId,
    /// The list with all required predicates.
    pub predicates: ValueId,
    /// Whether the matched tree has its operands in another order than in the record.
    pub is_variant: bool,
    /// The mode for the types, if they depend on it.
    pub mode: Option<HwModeId>,
    /// The mode condition.
    pub mode_condition: PredicateCondition,
    /// Position in record order: between two otherwise equal patterns, the lower number is tried first.
    pub order: u64,
    /// Index among all patterns in reading order, with variants at the end.
    pub reading_index: usize,
}

/// A pattern's sort key. The first different field decides, and the lesser value comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PatternRank {
    /// Whether the root is a vector; scalars come first.
    pub is_vector: bool,
    /// Whether the root is a floating-point number; integers come first.
    pub is_float: bool,
    /// Complexity. More complex patterns come first.
    pub complexity: std::cmp::Reverse<i64>,
    /// The created instructions' cost: one each, and more if C++ inserts the instruction.
    pub cost: i64,
    /// The created instructions' size in bytes.
    pub size: u32,
    /// Record order, with variants after all records.
    pub order: u64,
}

/// A vector's shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorShape {
    /// Whether the element count is a multiple of a factor that is unknown at compile time.
    pub is_scalable: bool,
    /// The minimum element count.
    pub element_count: u32,
    /// The element size in bits.
    pub element_bits: u32,
    /// The element type.
    pub element: Option<ValueType>,
}

/// A target's patterns as selection tries them.
#[derive(Debug)]
pub struct PatternsToMatch {
    /// The patterns in selection order.
    pub list: Vec<PatternToMatch>,
    pub(crate) forest: Forest,
    pub(crate) sets: TypeSets,
    vocabulary: Arc<Vocabulary>,
    /// Default values for each operand record.
    default_values: FxHashMap<RecordId, Vec<NodeId>>,
}

impl PatternsToMatch {
    /// Returns an operand's default values; empty if it must be written.
    pub fn default_values(&self, operand: RecordId) -> &[NodeId] {
        self.default_values.get(&operand).map_or(&[], Vec::as_slice)
    }

    /// Returns a node value's type. If it depends on the mode, as for a default value, returns the type in the first
    /// mode.
    pub fn first_type(&self, node: NodeId, value: usize) -> Option<ValueType> {
        let types = self.sets.get(*self.forest.types(node).get(value)?);
        types.modes().first().and_then(|(_, set)| set.first())
    }

    /// Returns the pattern trees.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }

    /// Returns a type set.
    pub fn types(&self, types: TypeSetId) -> &TypeSetByHwMode {
        self.sets.get(types)
    }

    /// Returns a node value's only type; `None` otherwise.
    pub fn only_type(&self, node: NodeId, value: usize) -> Option<ValueType> {
        self.sets.only_type(*self.forest.types(node).get(value)?)
    }

    /// Returns a set's types by mode, without modes that lack a type. `None` if a mode has several types.
    pub fn types_by_mode(&self, types: TypeSetId) -> Option<Vec<(HwModeId, ValueType)>> {
        let modes = self.sets.get(types).modes().iter().filter(|(_, set)| !set.is_empty());
        modes.map(|&(mode, set)| Some((mode, set.only()?))).collect()
    }

    /// Returns all type sets in the patterns.
    pub fn type_sets(&self) -> impl Iterator<Item = TypeSetId> + use<> {
        self.sets.ids()
    }

    /// Returns a selection DAG node.
    pub fn sd_node(&self, id: SdNodeId) -> &SdNode {
        &self.vocabulary.sd_nodes[id]
    }

    /// Returns the C++ node classes for a fragment's trees; `None` for a leaf.
    pub fn fragment_node_classes(&self, id: FragmentId) -> Vec<Option<Symbol>> {
        let trees = &self.vocabulary.fragments[id].trees;
        let class = |&tree: &NodeId| {
            let node = self.vocabulary.fragment_trees.operation(tree).sd_node()?;
            Some(self.vocabulary.sd_nodes[node].class)
        };
        trees.iter().map(class).collect()
    }

    /// Returns the selection DAG node that a record describes.
    pub fn sd_node_of(&self, record: RecordId) -> Option<SdNodeId> {
        self.vocabulary.sd_node_of(record)
    }

    /// Returns the type for a fragment's first result, if it has one.
    pub fn fragment_type(&self, fragment: FragmentId) -> Option<ValueType> {
        let tree = *self.vocabulary.fragments[fragment].trees.first()?;
        self.sets.only_type(*self.vocabulary.fragment_trees.types(tree).first()?)
    }

    /// Returns the records with a special meaning in patterns.
    pub fn special_records(&self) -> &SpecialRecords {
        &self.vocabulary.special
    }

    /// Returns the fragment count.
    pub fn fragment_count(&self) -> usize {
        self.vocabulary.fragments.len()
    }

    /// Returns a fragment.
    pub fn fragment(&self, id: FragmentId) -> &VocabularyFragment {
        &self.vocabulary.fragments[id]
    }

    /// Returns the transformation that a record describes.
    pub fn transform_with(&self, record: RecordId) -> Option<&Transform> {
        self.vocabulary.transforms.iter().find(|transform| transform.record == record)
    }

    /// Returns a transformation.
    pub fn transform(&self, id: TransformId) -> &Transform {
        &self.vocabulary.transforms[id]
    }

    /// Returns a complex pattern.
    pub fn complex_pattern(&self, id: ComplexPatternId) -> &ComplexPattern {
        &self.vocabulary.complex_patterns[id]
    }

    /// Returns an intrinsic.
    pub fn intrinsic(&self, id: IntrinsicNodeId) -> &IntrinsicNode {
        &self.vocabulary.intrinsics[id]
    }

    /// Returns the complex pattern that a record describes.
    pub fn complex_pattern_with(&self, record: RecordId) -> Option<ComplexPatternId> {
        self.vocabulary.complex_pattern_of(ForestOperation::Record(record))
    }

    /// Returns the complex pattern in a node, as a leaf or with arguments.
    pub fn complex_pattern_of(&self, node: NodeId) -> Option<ComplexPatternId> {
        self.vocabulary.complex_pattern_of(self.forest.operation(node))
    }

    /// Returns the intrinsic that a node calls.
    pub fn intrinsic_of(&self, node: NodeId) -> Option<&IntrinsicNode> {
        Some(&self.vocabulary.intrinsics[self.forest.called_intrinsic(node)?])
    }

    /// Returns whether patterns call intrinsics.
    pub fn has_intrinsics(&self) -> bool {
        !self.vocabulary.intrinsics.is_empty()
    }

    /// Returns the numbers for intrinsics that patterns call, among all intrinsics. Number zero is not an intrinsic.
    pub fn intrinsic_numbers(&self, all: &Intrinsics) -> Vec<i64> {
        let indices = all.list().iter().enumerate();
        let numbers: FxHashMap<RecordId, i64> =
            indices.map(|(index, intrinsic)| (intrinsic.record, index as i64 + 1)).collect();
        let number = |node: &IntrinsicNode| numbers.get(&node.record).copied().unwrap_or(0);
        self.vocabulary.intrinsics.iter().map(number).collect()
    }

    /// Returns whether a node has a property. A chain belongs to the node that represents the intrinsic call; other
    /// properties belong to the intrinsic.
    pub fn node_has(&self, node: NodeId, property: SdNodeProperty) -> bool {
        let operation = self.forest.operation(node);
        if let ForestOperation::Node(id) = operation {
            return match self.intrinsic_of(node) {
                Some(intrinsic) if property != SdNodeProperty::HasChain => {
                    intrinsic.properties.has(property)
                }
                _ => self.vocabulary.sd_nodes[id].has(property),
            };
        }
        let is_record = matches!(operation, ForestOperation::Record(_));
        let pattern = self.complex_pattern_of(node).filter(|_| is_record);
        pattern.is_some_and(|id| self.vocabulary.complex_patterns[id].properties.has(property))
    }

    /// Returns whether any node in a tree has a property.
    pub fn tree_has(&self, tree: NodeId, property: SdNodeProperty) -> bool {
        self.forest.any(tree, &|node| self.node_has(node, property))
    }

    /// Whether a type is an integer, `iPTR` excluded, or an integer vector.
    pub fn is_integer(&self, ty: ValueType) -> bool {
        self.sets.traits.integers.contains(ty)
    }

    /// Whether a type is a floating-point number or a vector with such elements.
    pub fn is_float(&self, ty: ValueType) -> bool {
        self.sets.traits.floats.contains(ty)
    }

    /// Whether a type is a vector.
    pub fn is_vector(&self, ty: ValueType) -> bool {
        self.sets.traits.is_vector(ty)
    }

    /// Whether a type is a vector whose length is unknown at compile time.
    pub fn is_scalable(&self, ty: ValueType) -> bool {
        self.sets.traits.for_type(ty).is_scalable
    }

    /// Returns a vector's shape; `None` for a scalar.
    pub fn vector_shape(&self, ty: ValueType) -> Option<VectorShape> {
        let of_type = self.sets.traits.for_type(ty);
        self.is_vector(ty).then_some(VectorShape {
            is_scalable: of_type.is_scalable,
            element_count: of_type.element_count,
            element_bits: of_type.scalar_size,
            element: of_type.element,
        })
    }

    /// Returns a type's minimum size in bits.
    pub fn type_bits(&self, ty: ValueType) -> u32 {
        self.sets.traits.for_type(ty).size
    }

    /// `iPTR`
    pub fn pointer_type(&self) -> ValueType {
        self.sets.traits.pointer
    }

    /// `OtherVT`
    pub fn other_type(&self) -> ValueType {
        self.sets.traits.other
    }

    /// `i32`
    pub fn i32_type(&self) -> ValueType {
        self.sets.traits.i32
    }

    /// Returns the type for a node's only result if its profile fixes the type, so that no other type can be matched.
    pub fn known_type(&self, id: SdNodeId) -> Option<ValueType> {
        self.vocabulary.sd_nodes[id].known_type(&self.sets)
    }

    /// Creates a describer for the pattern trees.
    ///
    /// # Errors
    /// None in practice: the analyses that name types, modes and instructions exist already.
    pub fn describer<'a>(
        &'a self,
        store: &'a RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<TreeDescriber<'a>, AnalysisError> {
        let names = self.names(store, Cow::Borrowed(&[]), diagnostics)?;
        Ok(TreeDescriber { names, hw_modes: store.analysis(diagnostics)?, forest: &self.forest })
    }

    fn names<'a>(
        &'a self,
        store: &'a RecordStore,
        intrinsic_numbers: Cow<'a, [i64]>,
        diagnostics: &mut Diagnostics,
    ) -> Result<TreeNames<'a>, AnalysisError> {
        Ok(TreeNames {
            store,
            types: store.analysis::<ValueTypes>(diagnostics)?,
            instructions: store.analysis::<Instructions>(diagnostics)?,
            sets: &self.sets,
            vocabulary: &self.vocabulary,
            intrinsic_numbers,
        })
    }

    /// Creates a writer for trees as text. Intrinsics are printed as numbers, or by name if they lack a number.
    ///
    /// # Errors
    /// None in practice: the analyses that name types and instructions exist already.
    pub fn tree_writer<'a>(
        &'a self,
        store: &'a RecordStore,
        intrinsic_numbers: impl Into<Cow<'a, [i64]>>,
        diagnostics: &mut Diagnostics,
    ) -> Result<TreeWriter<'a>, AnalysisError> {
        let names = self.names(store, intrinsic_numbers.into(), diagnostics)?;
        Ok(TreeWriter { names, forest: &self.forest })
    }

    /// Returns a tree as text. Intrinsics are printed as numbers, or by name if they lack a number.
    ///
    /// # Errors
    /// None in practice: the analyses that name types and instructions exist already.
    pub fn text(
        &self,
        store: &RecordStore,
        tree: NodeId,
        intrinsic_numbers: &[i64],
        diagnostics: &mut Diagnostics,
    ) -> Result<String, AnalysisError> {
        let mut text = String::new();
        self.tree_writer(store, intrinsic_numbers, diagnostics)?.write(tree, &mut text);
        Ok(text)
    }
}

/// Returns the patterns for the selection DAG's selector: one for each mode, or all modes in one, depending on the
/// release.
///
/// # Errors
/// Returns errors from the analyses.
pub fn selector_patterns<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<&'s PatternsToMatch, AnalysisError> {
    if store.release().has(Feature::SelectorTypesByHwMode) {
        Ok(&store.analysis::<PatternsOfAllModes>(diagnostics)?.0)
    } else {
        store.analysis(diagnostics)
    }
}

/// A target's patterns as selection tries them, not split by mode: types keep their modes.
#[derive(Debug)]
pub struct PatternsOfAllModes(pub PatternsToMatch);

impl Analysis for PatternsToMatch {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PatternsToMatch, AnalysisError> {
        PatternsToMatch::new(store, diagnostics, Modes::Expand)
    }
}

impl Analysis for PatternsOfAllModes {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<PatternsOfAllModes, AnalysisError> {
        Ok(PatternsOfAllModes(PatternsToMatch::new(store, diagnostics, Modes::Keep)?))
    }
}

/// Treatment for patterns with mode-dependent types.
#[derive(Clone, Copy)]
enum Modes {
    /// A pattern for each mode.
    Expand,
    /// A single pattern that keeps its modes.
    Keep,
}

impl PatternsToMatch {
    fn new(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
        modes: Modes,
    ) -> Result<PatternsToMatch, AnalysisError> {
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let mut inference =
            TypeInference::from_patterns(store, diagnostics, patterns, patterns.sets.clone())?;
        inference.forest = patterns.forest().clone();
        let mut list: Vec<PatternToMatch> = Vec::with_capacity(patterns.list().len());
        for (id, pattern) in patterns.list().iter_enumerated() {
            list.push(PatternToMatch {
                pattern: id,
                record: pattern.record,
                source: pattern.source,
                result: pattern.result,
                predicates: pattern.predicates,
                is_variant: false,
                mode: None,
                mode_condition: PredicateCondition::default(),
                order: u64::from(store.record(pattern.record).sequence()),
                reading_index: list.len(),
            });
        }
        // Added patterns come after all records.
        let mut next_order = u64::from(u32::MAX) + 1;
        let errors = diagnostics.error_count();
        inference.add_variants(&mut list, &mut next_order, diagnostics);
        if diagnostics.error_count() > errors {
            return Err(AnalysisError::Reported);
        }
        let mut list = match modes {
            Modes::Expand => inference.expand_modes(list, &mut next_order),
            Modes::Keep => list,
        };
        for (index, pattern) in list.iter_mut().enumerate() {
            pattern.reading_index = index;
        }
        let TypeInference { mut forest, sets, vocabulary, .. } = inference;
        let mut default_values = FxHashMap::default();
        for operand in OperandWithDefaultOpsRecord::all_if_defined(store) {
            let default_operands = &vocabulary.default_operands;
            let values = default_operands.values.get(&operand.id()).into_iter().flatten();
            let values = values.map(|&value| forest.import(&default_operands.forest, value));
            default_values.insert(operand.id(), values.collect());
        }
        let mut all =
            PatternsToMatch { list: Vec::new(), forest, sets, vocabulary, default_values };
        all.list = all.in_order(list, store, patterns)?;
        Ok(all)
    }
}

impl PatternsToMatch {
    /// Sorts patterns in selection order.
    fn in_order(
        &self,
        list: Vec<PatternToMatch>,
        store: &RecordStore,
        patterns: &Patterns,
    ) -> Result<Vec<PatternToMatch>, FieldError> {
        let instructions = patterns.instruction_costs(store)?;
        let mut ranked: Vec<(PatternRank, PatternToMatch)> = Vec::with_capacity(list.len());
        for pattern in list {
            ranked.push((self.rank_with(&pattern, patterns, &instructions), pattern));
        }
        ranked.sort_by_key(|each| each.0);
        Ok(ranked.into_iter().map(|(_, pattern)| pattern).collect())
    }

    /// Returns each pattern's sort key, in list order.
    ///
    /// # Errors
    /// Fails if an instruction record is invalid.
    pub fn ranks(
        &self,
        store: &RecordStore,
        patterns: &Patterns,
    ) -> Result<Vec<PatternRank>, FieldError> {
        let instructions = patterns.instruction_costs(store)?;
        let list = self.list.iter();
        Ok(list.map(|pattern| self.rank_with(pattern, patterns, &instructions)).collect())
    }

    fn rank_with(
        &self,
        pattern: &PatternToMatch,
        patterns: &Patterns,
        instructions: &crate::patterns::reading::list::InstructionCosts,
    ) -> PatternRank {
        let root = self.first_type_of_root(pattern.source);
        let (mut cost, mut size) = (0, 0);
        self.add_cost(pattern.result, instructions, &mut cost, &mut size);
        PatternRank {
            is_vector: root.is_some_and(|ty| self.is_vector(ty)),
            is_float: root.is_some_and(|ty| self.is_float(ty)),
            complexity: std::cmp::Reverse(self.complexity(pattern, patterns)),
            cost,
            // Sizes are C++ `unsigned`.
            size: size as u32,
            order: pattern.order,
        }
    }

    /// Returns the type for a root's first value, in the first mode that has a type.
    fn first_type_of_root(&self, root: NodeId) -> Option<ValueType> {
        let types = self.types_by_mode(*self.forest.types(root).first()?)?;
        Some(types.first()?.1)
    }

    fn add_cost(
        &self,
        node: NodeId,
        instructions: &crate::patterns::reading::list::InstructionCosts,
        cost: &mut i64,
        size: &mut i64,
    ) {
        if let ForestOperation::Instruction(instruction) = self.forest.operation(node) {
            let (of_instruction, code_size) = instructions[instruction];
            *cost += of_instruction;
            *size += code_size;
        }
        for &child in self.forest.children(node) {
            self.add_cost(child, instructions, cost, size);
        }
    }
}
