//! Patterns: how the selection DAG becomes instructions (`TargetSelectionDAG.td`).
//!
//! In: records of nodes, fragments, instructions and patterns. Out: [`Patterns`], trees with the types of
//! all values; and [`InstructionFlags`], which follow from them. The way of a pattern:
//!
//! 1. `parse`: a dag becomes a tree in a [`Forest`].
//! 2. `fragments`, `inline`: uses of fragments are replaced by what these stand for.
//! 3. `inputs_outputs`, `instruction_pattern`: what an instruction's pattern reads and sets is
//!    matched with its operands, which gives the result.
//! 4. `inference`: types are narrowed until nothing changes; `apply` and `apply_instruction` say
//!    what a node demands, `type_sets` and `type_relations` narrow.
//! 5. `complete`: both sides of a pattern are inferred together and checked.

mod apply;
mod apply_instruction;
mod by_mode;
mod complete;
mod complex_pattern;
mod complexity;
mod condition;
mod context;
mod default_operands;
mod effects;
mod forest;
mod fragment;
mod fragment_type;
mod fragments;
mod inference;
mod inference_steps;
mod inline;
mod inputs_outputs;
mod instruction_flags;
mod instruction_pattern;
mod intrinsic_node;
mod list;
mod match_context;
mod operators;
mod parse;
mod pattern_rules;
mod reasons;
mod record_classes;
mod sd_node;
mod search;
mod semantics;
mod skipped;
mod stop;
#[cfg(test)]
mod tests;
mod to_match;
mod trace;
mod tree_description;
mod tree_text;
pub(crate) mod type_facts;
mod type_relations;
pub(crate) mod type_set;
mod type_sets;
mod variants;

pub use complete::Pattern;
pub use complex_pattern::{ComplexPattern, Transform};
pub use complexity::{ComplexityKind, ComplexityPart};
pub use forest::{
    ArgumentName, Attributes, ComplexPatternId, Forest, FragmentId, IntrinsicNodeId, NodeId,
    Operation, PredicateCall, SdNodeId, TransformId,
};
pub use fragment::Fragment;
pub use instruction_flags::InstructionFlags;
pub use intrinsic_node::{IntrinsicNode, IntrinsicNodeKind};
pub use list::{PatternId, Patterns};
pub use match_context::{MatchContext, UntypedNode};
pub use sd_node::SdNode;
pub use search::pattern_records;
pub use semantics::{SemanticsProblem, SemanticsReader};
pub use skipped::{SkippedPart, SkippedPattern, skipped_patterns};
pub use to_match::{PatternRank, PatternToMatch, PatternsToMatch, VectorShape};
pub use trace::{
    InferenceStep, PatternStage, PatternStages, PatternTrace, PatternTracer, SkipReason,
};
pub use tree_description::{NodeKind, TreeDescriber, TreeDescription, TypesDescription};
pub use tree_text::TreeWriter;
pub use type_set::{TypeSetByHwMode, ValueTypeSet};
pub use type_sets::TypeSetId;
