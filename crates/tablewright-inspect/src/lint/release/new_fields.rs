//! Fields that a backend reads since a release, in classes that belong to descriptions.

use tablewright_records::Release;
use tablewright_records::release::ReleaseRange;

/// A field that a class needs.
pub(super) struct NewField {
    /// The releases that read it.
    pub(super) since: ReleaseRange,
    pub(super) class: &'static str,
    /// A field of the class that identifies it, since other descriptions can have a class with this name.
    pub(super) beside: &'static str,
    pub(super) name: &'static str,
    /// The declaration with a value that keeps the meaning of the older release.
    pub(super) declaration: &'static str,
    /// The action that reads it.
    pub(super) action: &'static str,
}

/// The fields, by release and class.
pub(super) const NEW_FIELDS: &[NewField] = &[
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "Attr",
        beside: "ASTNode",
        name: "HasCustomTextNodeDump",
        declaration: "bit HasCustomTextNodeDump = 0;",
        action: "gen-clang-attr-text-node-dump",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "LLVMLoweringInfo",
        beside: "llvmOp",
        name: "constrainedLLVMIntrinsic",
        declaration: "string constrainedLLVMIntrinsic = \"\";",
        action: "gen-cir-lowering",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "LLVMLoweringInfo",
        beside: "llvmOp",
        name: "constrainedLLVMIntrinsicHasRoundingMode",
        declaration: "bit constrainedLLVMIntrinsicHasRoundingMode = 0;",
        action: "gen-cir-lowering",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "HLSLBuiltin",
        beside: "VaryingTypes",
        name: "VaryingLongVector",
        declaration: "bit VaryingLongVector = 0;",
        action: "gen-hlsl-alias-intrinsics and gen-hlsl-inline-intrinsics",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "RVVBuiltin",
        beside: "HasMaskedOffOperand",
        name: "MaskedPrototypeHasResultMask",
        declaration: "bit MaskedPrototypeHasResultMask = 0;",
        action: "gen-riscv-vector-builtin-sema",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "InstSystemZ",
        beside: "DispKey",
        name: "IsInsnDirective",
        declaration: "bit IsInsnDirective = 0;",
        action: "gen-insn-directive-match-table",
    },
    NewField {
        since: ReleaseRange::since(Release::new(24)),
        class: "InstSystemZ",
        beside: "DispKey",
        name: "NumOptionalOperands",
        declaration: "int NumOptionalOperands = 0;",
        action: "gen-insn-directive-match-table",
    },
];
