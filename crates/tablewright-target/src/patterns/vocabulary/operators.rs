//! The operators of patterns, by record and by id.
//!
//! In: records of class `SDNode`, `SDNodeXForm` and `ComplexPattern`. Out: [`Operators`]. Fragments are
//! added when they are read; instructions and intrinsics are found elsewhere.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::complex_pattern::{ComplexPattern, Transform, complex_pattern, transform};
use super::fragment::Fragment;
use super::intrinsic_node::IntrinsicNodeKind;
use super::sd_node::{SdNode, TypeReader, sd_node};
use crate::patterns::forest::{ComplexPatternId, FragmentId, Operation, SdNodeId, TransformId};
use crate::patterns::types::type_sets::TypeSets;

/// Operators by record and by id.
#[derive(Clone, Debug)]
pub(crate) struct Operators {
    pub(crate) sd_nodes: IndexVec<SdNodeId, SdNode>,
    pub(crate) transforms: IndexVec<TransformId, Transform>,
    pub(crate) complex_patterns: IndexVec<ComplexPatternId, ComplexPattern>,
    pub(crate) fragments: IndexVec<FragmentId, Fragment>,
    by_record: FxHashMap<RecordId, Operation>,
    intrinsic_nodes: [SdNodeId; 3],
    constant_vectors: [Option<RecordId>; 2],
}

impl Operators {
    /// The operator that a record is; instructions and intrinsics are found elsewhere.
    pub(crate) fn of_record(&self, record: RecordId) -> Option<Operation> {
        self.by_record.get(&record).copied()
    }

    pub(crate) fn add_fragment(&mut self, fragment: Fragment) -> FragmentId {
        let record = fragment.record;
        let id = self.fragments.push(fragment);
        self.by_record.insert(record, Operation::Fragment(id));
        id
    }

    /// Whether a record stands for a vector of ones or of zeros.
    pub(crate) fn is_constant_vector(&self, record: RecordId) -> bool {
        self.constant_vectors.contains(&Some(record))
    }

    /// The node that stands for calls of intrinsics of a kind.
    pub(crate) fn intrinsic_node(&self, kind: IntrinsicNodeKind) -> SdNodeId {
        self.intrinsic_nodes[kind as usize]
    }
}

/// Reads the operators other than fragments.
pub(crate) fn read_operators(
    store: &RecordStore,
    types: &TypeReader<'_>,
    sets: &mut TypeSets,
) -> Result<Operators, AnalysisError> {
    let mut by_record = FxHashMap::default();
    let mut sd_nodes = IndexVec::new();
    // The error that the reference reports is that of the last record.
    for record in store.derived_if_defined("SDNode").into_iter().rev() {
        let id = sd_nodes.push(sd_node(record, types, sets)?);
        by_record.insert(record.id(), Operation::Node(id));
    }
    let node_named = |name: &str| {
        let record = store.find_record(name).and_then(|record| by_record.get(&record));
        match record {
            Some(&Operation::Node(node)) => Ok(node),
            _ => {
                let message = format!("Error getting SDNode '{name}'!");
                Err(Diagnostic::error_anywhere(Code::Patterns, message))
            }
        }
    };
    let intrinsic_nodes = [
        node_named("intrinsic_void")?,
        node_named("intrinsic_w_chain")?,
        node_named("intrinsic_wo_chain")?,
    ];
    let mut transforms = IndexVec::new();
    for record in store.derived_if_defined("SDNodeXForm").into_iter().rev() {
        let id = transforms.push(transform(record)?);
        by_record.insert(record.id(), Operation::Transform(id));
    }
    let mut complex_patterns = IndexVec::new();
    for record in store.derived_if_defined("ComplexPattern").into_iter().rev() {
        let id = complex_patterns.push(complex_pattern(record, types, sets)?);
        by_record.insert(record.id(), Operation::ComplexPattern(id));
    }
    let fragments = IndexVec::new();
    let constant_vectors = ["immAllOnesV", "immAllZerosV"].map(|name| store.find_record(name));
    Ok(Operators {
        sd_nodes,
        transforms,
        complex_patterns,
        fragments,
        by_record,
        intrinsic_nodes,
        constant_vectors,
    })
}
