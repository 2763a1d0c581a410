//! Classes in LLVM's and Clang's TableGen that a reader may look for, by LLVM file.

/// A part of LLVM: a section on the page.
pub(super) struct NameListSection {
    pub(super) title: &'static str,
    pub(super) files: &'static [File],
}

/// An LLVM file, and classes in it.
pub(super) struct File {
    pub(super) name: &'static str,
    pub(super) classes: &'static [&'static str],
}

const fn file(name: &'static str, classes: &'static [&'static str]) -> File {
    File { name, classes }
}

pub(super) const SECTIONS: [NameListSection; 4] = [
    NameListSection {
        title: "The language: `llvm/include/llvm/TableGen`, `llvm/lib/TableGen`",
        files: &[
            file(
                "Record.h",
                &[
                    "RecordKeeper",
                    "Record",
                    "RecordVal",
                    "RecTy",
                    "Init",
                    "TypedInit",
                    "BitsInit",
                    "ListInit",
                    "DagInit",
                    "OpInit",
                    "ArgumentInit",
                    "RecordResolver",
                ],
            ),
            file("TGLexer.h", &["TGLexer"]),
            file(
                "TGParser.h",
                &[
                    "TGParser",
                    "MultiClass",
                    "RecordsEntry",
                    "ForeachLoop",
                    "LetRecord",
                    "DefsetRecord",
                    "TGVarScope",
                ],
            ),
            file("SetTheory.h", &["SetTheory"]),
            file("StringMatcher.h", &["StringMatcher"]),
            file("StringToOffsetTable.h", &["StringToOffsetTable"]),
            file("SequenceToOffsetTable.h", &["SequenceToOffsetTable"]),
            file("SourceMgr.h", &["SourceMgr", "SMLoc", "SMRange", "SMDiagnostic"]),
        ],
    },
    NameListSection {
        title: "Targets: `llvm/utils/TableGen/Common`, `Basic`",
        files: &[
            file(
                "CodeGenRegisters.h",
                &[
                    "CodeGenRegBank",
                    "CodeGenRegister",
                    "CodeGenRegisterClass",
                    "CodeGenSubRegIndex",
                    "RegUnit",
                    "RegUnitSet",
                    "MaskRolPair",
                ],
            ),
            file(
                "CodeGenInstruction.h",
                &["CodeGenInstruction", "CGIOperandList", "ConstraintInfo"],
            ),
            file("CodeGenInstAlias.h", &["CodeGenInstAlias"]),
            file("CodeGenIntrinsics.h", &["CodeGenIntrinsic", "CodeGenIntrinsicTable"]),
            file("CodeGenHwModes.h", &["CodeGenHwModes", "HwMode"]),
            file(
                "InfoByHwMode.h",
                &["ValueTypeByHwMode", "RegSizeInfo", "RegSizeInfoByHwMode", "SubRegRange"],
            ),
            file(
                "CodeGenDAGPatterns.h",
                &[
                    "CodeGenDAGPatterns",
                    "TreePattern",
                    "TreePatternNode",
                    "TreePredicateFn",
                    "TreePredicateCall",
                    "TypeSetByHwMode",
                    "MachineValueTypeSet",
                    "TypeInfer",
                    "SDNodeInfo",
                    "SDTypeConstraint",
                    "ScopedName",
                    "PatternToMatch",
                    "DAGInstruction",
                    "DAGDefaultOperand",
                ],
            ),
            file(
                "CodeGenSchedule.h",
                &[
                    "CodeGenSchedModels",
                    "CodeGenSchedRW",
                    "CodeGenSchedTransition",
                    "CodeGenSchedClass",
                    "CodeGenProcModel",
                    "CodeGenRegisterFile",
                    "CodeGenRegisterCost",
                    "STIPredicateFunction",
                    "OpcodeGroup",
                ],
            ),
            file("CodeGenSchedule.cpp", &["InstRegexOp", "PredicateTransitions", "PredTransition"]),
            file("PredicateExpander.h", &["PredicateExpander"]),
            file("SubtargetFeatureInfo.h", &["SubtargetFeatureInfo"]),
            file("VarLenCodeEmitterGen.h", &["VarLenInst", "EncodingSegment"]),
            file("AsmWriterInst.h", &["AsmWriterInst", "AsmWriterOperand"]),
            file(
                "GlobalISelMatchTable.h",
                &[
                    "MatchTable",
                    "RuleMatcher",
                    "GroupMatcher",
                    "SwitchMatcher",
                    "InstructionMatcher",
                    "OperandMatcher",
                    "InstructionPredicateMatcher",
                    "OperandPredicateMatcher",
                    "MatchAction",
                    "BuildMIAction",
                    "OperandRenderer",
                    "LLTCodeGen",
                    "LLTCodeGenOrTempType",
                ],
            ),
            file("GlobalISelMatchTableExecutorEmitter.h", &["GlobalISelMatchTableExecutorEmitter"]),
            file(
                "GlobalISel/Patterns.h",
                &[
                    "CodeGenInstructionPattern",
                    "PatFrag",
                    "BuiltinPattern",
                    "MIFlagsInfo",
                    "OperandTypeChecker",
                ],
            ),
            file("GlobalISel/PatternParser.h", &["PatternParser"]),
            file("GlobalISel/CodeExpansions.h", &["CodeExpansions"]),
        ],
    },
    NameListSection {
        title: "LLVM's backends: `llvm/utils/TableGen`",
        files: &[
            file(
                "AsmMatcherEmitter.cpp",
                &[
                    "AsmMatcherInfo",
                    "MatchableInfo",
                    "ClassInfo",
                    "AsmVariantInfo",
                    "OperandMatchEntry",
                ],
            ),
            file("AsmWriterEmitter.cpp", &["IAPrinter"]),
            file("CodeGenMapTable.cpp", &["InstrMap"]),
            file("CompressInstEmitter.cpp", &["CompressPat"]),
            file("DAGISelMatcher.h", &["Matcher"]),
            file("DAGISelMatcherGen.cpp", &["MatcherGen"]),
            file("DAGISelMatcherEmitter.cpp", &["MatcherTableEmitter"]),
            file("DFAEmitter.h", &["DfaEmitter"]),
            file("DFAPacketizerEmitter.cpp", &["DFAPacketizerEmitter"]),
            file(
                "DecoderEmitter.cpp",
                &["FilterChooser", "Filter", "EncodingAndInst", "DecoderTableInfo"],
            ),
            file("DXILEmitter.cpp", &["DXILOperationDesc"]),
            file("FastISelEmitter.cpp", &["FastISelMap", "OperandsSignature"]),
            file("GlobalISelCombinerEmitter.cpp", &["CombineRuleBuilder"]),
            file(
                "SearchableTableEmitter.cpp",
                &["GenericEnum", "GenericTable", "GenericField", "SearchIndex"],
            ),
            file("SubtargetEmitter.cpp", &["SchedClassTables"]),
            file("X86DisassemblerTables.h", &["DisassemblerTables"]),
            file("X86RecognizableInstr.h", &["RecognizableInstr"]),
            file("X86ModRMFilters.h", &["ModRMFilter"]),
            file("X86FoldTablesEmitter.cpp", &["X86FoldTableEntry"]),
        ],
    },
    NameListSection {
        title: "Clang's backends: `clang/utils/TableGen`",
        files: &[
            file("ASTTableGen.h", &["ASTNode", "PropertyType"]),
            file(
                "ClangAttrEmitter.cpp",
                &["FlattenedSpelling", "AttributeSubjectMatchRule", "PragmaClangAttributeSupport"],
            ),
            file(
                "ClangDiagnosticsEmitter.cpp",
                &["DiagCategoryIDMap", "DiagnosticTextBuilder", "InferPedantic"],
            ),
            file("ClangOpenCLBuiltinEmitter.cpp", &["BuiltinNameEmitter"]),
            file("MveEmitter.cpp", &["ACLEIntrinsic", "MergeableGroup"]),
            file("NeonEmitter.cpp", &["DagEmitter", "TypeSpec"]),
            file("RISCVVEmitter.cpp", &["RVVIntrinsic", "SemaSignatureTable"]),
            file("SveEmitter.cpp", &["SVEType", "ImmCheck"]),
        ],
    },
];
