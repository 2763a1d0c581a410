//! Instruction selection models: patterns, combiner rules and intrinsics.

/// Selection DAG patterns.
pub mod patterns {
    pub use tablewright_selection::patterns::{
        CompletePattern, ComplexityKind, ComplexityPart, Forest, InferenceStep, InstructionFlags,
        NodeId, NodeKind, PatternId, PatternRank, PatternSkipReason, PatternStage, PatternStages,
        PatternToMatch, PatternTrace, PatternTracer, Patterns, PatternsOfAllModes, PatternsToMatch,
        SemanticsProblem, SemanticsReader, SkippedPart, SkippedPattern, TreeDescriber,
        TreeDescription, TypesDescription, pattern_records, selector_patterns, skipped_patterns,
    };
}

/// GlobalISel combiner rules.
pub mod combines {
    pub use tablewright_selection::combines::{
        Builtin, CombineFragmentId, CombinePatternId, CombineRule, InstructionKind,
        InstructionPattern, ListedRule, Pattern, PatternBody, PatternList, PatternOperand,
        RuleError, RuleReader, listed_rules,
    };
}

/// LLVM IR intrinsics.
pub mod intrinsics {
    pub use tablewright_selection::intrinsics::{
        ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, Intrinsic,
        IntrinsicAttributes, IntrinsicReader, Intrinsics, MemoryEffects, MemoryLocation,
        PrintedArgument, TargetSet,
    };
}
