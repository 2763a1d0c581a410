//! Pattern operator meanings, by record and by id.
//!
//! In: `SDNode`, `SDNodeXForm` and `ComplexPattern` records. Out: a [`Vocabulary`]. Reading patterns adds fragments,
//! default operands and the used intrinsics; after that it is shared and never changes.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, RecordId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::InstructionId;

use super::complex_pattern::{ComplexPattern, Transform, complex_pattern, transform};
use super::fragment::VocabularyFragment;
use super::intrinsic_node::{IntrinsicNode, IntrinsicNodeKind};
use super::sd_node::{SdNode, sd_node};
use super::special_records::SpecialRecords;
use super::target_records::TargetRecords;
use crate::patterns::forest::{
    ComplexPatternId, Forest, ForestOperation, FragmentId, IntrinsicNodeId, NodeId, SdNodeId,
    TransformId,
};
use crate::patterns::types::type_sets::TypeSets;

/// Operands that a result pattern may omit.
#[derive(Clone, Default, Debug)]
#[doc(alias = "DAGDefaultOperand")]
pub(crate) struct DefaultOperands {
    /// By record of the operand, the values that it has by default.
    pub(crate) values: FxHashMap<RecordId, Vec<NodeId>>,
    pub(crate) forest: Forest,
}

impl DefaultOperands {
    /// Whether an operand has values by default.
    pub(crate) fn has(&self, operand: RecordId) -> bool {
        self.values.get(&operand).is_some_and(|values| !values.is_empty())
    }
}

/// Pattern operators by record and by id, and meanings for instructions and operands in patterns.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    pub(crate) special: SpecialRecords,
    pub(crate) sd_nodes: IndexVec<SdNodeId, SdNode>,
    pub(crate) transforms: IndexVec<TransformId, Transform>,
    pub(crate) complex_patterns: IndexVec<ComplexPatternId, ComplexPattern>,
    pub(crate) fragments: IndexVec<FragmentId, VocabularyFragment>,
    /// The fragment trees.
    pub(crate) fragment_trees: Forest,
    /// The intrinsics that occur in patterns.
    pub(crate) intrinsics: IndexVec<IntrinsicNodeId, IntrinsicNode>,
    pub(crate) default_operands: DefaultOperands,
    /// The result count that an instruction's pattern sets; without a pattern, its output count.
    pub(crate) result_counts: IndexVec<InstructionId, u32>,
    by_record: FxHashMap<RecordId, ForestOperation>,
    intrinsic_nodes: [SdNodeId; 3],
}

impl Vocabulary {
    /// Returns a record's operator. Instructions are looked up elsewhere.
    pub(crate) fn for_record(&self, record: RecordId) -> Option<ForestOperation> {
        self.by_record.get(&record).copied()
    }

    /// Returns the selection DAG node that a record describes.
    pub(crate) fn sd_node_of(&self, record: RecordId) -> Option<SdNodeId> {
        self.for_record(record)?.sd_node()
    }

    /// Returns the complex pattern that a node is, as a leaf or with arguments.
    pub(crate) fn complex_pattern_of(
        &self,
        operation: ForestOperation,
    ) -> Option<ComplexPatternId> {
        match operation {
            ForestOperation::Record(record) => self.for_record(record)?.complex_pattern(),
            operation @ (ForestOperation::Int(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit) => operation.complex_pattern(),
        }
    }

    pub(crate) fn add_fragment(&mut self, fragment: VocabularyFragment) -> FragmentId {
        let record = fragment.record;
        let id = self.fragments.push(fragment);
        self.by_record.insert(record, ForestOperation::Fragment(id));
        id
    }

    pub(crate) fn add_intrinsic(&mut self, intrinsic: IntrinsicNode) -> IntrinsicNodeId {
        let record = intrinsic.record;
        let id = self.intrinsics.push(intrinsic);
        self.by_record.insert(record, ForestOperation::IntrinsicNumber(id));
        id
    }

    /// Returns the node that represents intrinsic calls in a kind.
    pub(crate) fn intrinsic_node(&self, kind: IntrinsicNodeKind) -> SdNodeId {
        self.intrinsic_nodes[kind as usize]
    }
}

fn missing_node(name: &str) -> Diagnostic {
    Diagnostic::error_anywhere(Code::PatternNodes, format!("Error getting SDNode '{name}'!"))
}

/// Reads the nodes, transformations and complex patterns of a description.
pub(crate) fn read_vocabulary(
    target: &TargetRecords<'_>,
    sets: &mut TypeSets,
) -> Result<Vocabulary, AnalysisError> {
    let (store, types) = (target.store, &target.types);
    let mut by_record = FxHashMap::default();
    let mut sd_nodes = IndexVec::new();
    // The reference reports the last record's error.
    for record in store.derived_if_defined("SDNode").into_iter().rev() {
        let id = sd_nodes.push(sd_node(record, types, sets)?);
        by_record.insert(record.id(), ForestOperation::Node(id));
    }
    let node_named = |name: &str| {
        let record = store.find_record(name).and_then(|record| by_record.get(&record));
        let Some(&ForestOperation::Node(node)) = record else { return Err(missing_node(name)) };
        Ok(node)
    };
    let intrinsic_nodes = [
        node_named("intrinsic_void")?,
        node_named("intrinsic_w_chain")?,
        node_named("intrinsic_wo_chain")?,
    ];
    let mut transforms = IndexVec::new();
    for record in store.derived_if_defined("SDNodeXForm").into_iter().rev() {
        let id = transforms.push(transform(record)?);
        by_record.insert(record.id(), ForestOperation::Transform(id));
    }
    let mut complex_patterns = IndexVec::new();
    for record in store.derived_if_defined("ComplexPattern").into_iter().rev() {
        let id = complex_patterns.push(complex_pattern(record, types, sets)?);
        by_record.insert(record.id(), ForestOperation::ComplexPattern(id));
    }
    let mut result_counts = target.instructions.side_table(0);
    for (id, _) in target.instructions.iter() {
        result_counts[id] = target.output_count(id) as u32;
    }
    Ok(Vocabulary {
        special: SpecialRecords::new(store),
        sd_nodes,
        transforms,
        complex_patterns,
        fragments: IndexVec::new(),
        fragment_trees: Forest::default(),
        intrinsics: IndexVec::new(),
        default_operands: DefaultOperands::default(),
        result_counts,
        by_record,
        intrinsic_nodes,
    })
}
