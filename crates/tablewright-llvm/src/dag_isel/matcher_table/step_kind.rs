//! The kinds of steps, by the names that the interpreter has for them.

use crate::dag_isel::model::matcher::Matcher;

use Matcher as M;

/// Returns the name of a step's kind: its opcode name without the suffix.
pub(super) fn kind_of(matcher: &Matcher) -> &'static str {
    match matcher {
        M::Scope(_) => "Scope",
        M::SwitchOpcode(_) => "SwitchOpcode",
        M::SwitchType(_) => "SwitchType",
        M::RecordNode { .. } => "RecordNode",
        M::RecordChild { .. } => "RecordChild",
        M::RecordMemRef => "RecordMemRef",
        M::CaptureGlueInput => "CaptureGlueInput",
        M::MoveChild(_) => "MoveChild",
        M::MoveSibling(_) => "MoveSibling",
        M::MoveParent => "MoveParent",
        M::CheckSame(_) => "CheckSame",
        M::CheckChildSame { .. } => "CheckChildSame",
        M::CheckPatternPredicate(_) => "CheckPatternPredicate",
        M::CheckPredicate { .. } => "CheckPredicate",
        M::CheckOpcode { .. } => "CheckOpcode",
        M::CheckType { .. } => "CheckType",
        M::CheckChildType { .. } => "CheckChildType",
        M::CheckInteger(_) => "CheckInteger",
        M::CheckChildInteger { .. } => "CheckChildInteger",
        M::CheckCondCode(_) => "CheckCondCode",
        M::CheckChild2CondCode(_) => "CheckChild2CondCode",
        M::CheckValueType(_) => "CheckValueType",
        M::CheckComplexPat { .. } => "CheckComplexPat",
        M::CheckAndImm(_) => "CheckAndImm",
        M::CheckOrImm(_) => "CheckOrImm",
        M::CheckImmAllOnesV => "CheckImmAllOnesV",
        M::CheckImmAllZerosV => "CheckImmAllZerosV",
        M::CheckUndef(_) => "CheckUndef",
        M::CheckFoldableChainNode => "CheckFoldableChainNode",
        M::EmitInteger(_) => "EmitInteger",
        M::EmitStringInteger { .. } => "EmitStringInteger",
        M::EmitRegister { .. } => "EmitRegister",
        M::EmitConvertToTarget(_) => "EmitConvertToTarget",
        M::EmitMergeInputChains(_) => "EmitMergeInputChains",
        M::EmitCopyToReg { .. } => "EmitCopyToReg",
        M::EmitNode(_) => "EmitNode",
        M::EmitNodeXForm { .. } => "EmitNodeXForm",
        M::CompleteMatch { .. } => "CompleteMatch",
        M::MorphNodeTo { .. } => "MorphNodeTo",
    }
}
