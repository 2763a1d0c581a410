//! Patterns: the translation of selection DAG nodes to instructions (`TargetSelectionDAG.td`).
//!
//! In: records of nodes, fragments, instructions and patterns. Out: the analyses [`Patterns`] (trees with the types of
//! all values), [`PatternsToMatch`] (the same patterns as selection tries them) and [`InstructionFlags`].
//!
//! Each phase has a folder, and a folder uses only the folders before it:
//!
//! 1. `types`: sets of value types, and the steps that narrow them.
//! 2. `forest`: the arena for tree nodes.
//! 3. `vocabulary`: the meaning of the records that patterns mention.
//! 4. `text`: trees as text.
//! 5. `inference`: types are narrowed until nothing changes.
//! 6. `reading`: dags are parsed to trees, fragments are expanded, and the matched and created trees are inferred
//!    together.
//! 7. `selection`: variants, one pattern for each hardware mode, the order in which patterns are tried.
//! 8. `flags`, `queries`: instruction flags that follow from patterns, and queries about patterns.
//! 9. `graph`: graphs to select instructions for.

mod flags;
mod forest;
pub mod graph;
mod inference;
mod queries;
mod reading;
mod selection;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod types;
mod vocabulary;

pub use flags::instruction_flags::InstructionFlags;
pub use forest::{
    ArgumentName, ComplexPatternId, Forest, ForestNodeAttributes, ForestOperation, FragmentId,
    IntrinsicNodeId, NodeId, PredicateCall, SdNodeId, TransformId,
};
pub use queries::missing::{MissingKind, MissingPattern, missing_patterns};
pub use queries::search::pattern_records;
pub use queries::semantics::{SemanticsProblem, SemanticsReader};
pub use queries::semantics_records::{SemanticsEquivalences, semantics_overrides};
pub use queries::skipped::{SkippedPart, SkippedPattern, skipped_patterns};
pub use queries::trace::{
    InferenceStep, PatternSkipReason, PatternStage, PatternStages, PatternTrace, PatternTracer,
};
pub use reading::complete::CompletePattern;
pub use reading::list::{PatternId, Patterns};
pub use selection::complexity::{ComplexityKind, ComplexityPart};
pub use selection::match_context::{MatchContext, UntypedNode};
pub use selection::to_match::{
    PatternRank, PatternToMatch, PatternsOfAllModes, PatternsToMatch, VectorShape,
    selector_patterns,
};
pub use text::tree_description::{NodeKind, TreeDescriber, TreeDescription, TypesDescription};
pub use text::tree_text::TreeWriter;
pub use types::type_set::{TypeSetByHwMode, ValueTypeSet};
pub use types::type_sets::TypeSetId;
pub use vocabulary::complex_pattern::{ComplexPattern, Transform};
pub use vocabulary::fragment::VocabularyFragment;
pub use vocabulary::intrinsic_node::{IntrinsicNode, IntrinsicNodeKind};
pub(crate) use vocabulary::record_classes::{PatternClass, PatternClasses, RecordClasses};
pub use vocabulary::sd_node::SdNode;
pub use vocabulary::special_records::SpecialRecords;
