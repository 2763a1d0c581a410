// TOOL: clang-tblgen
// ARGS: --release 23 -gen-cir-lowering
// The reference release crashes.
include "classes.inc"

def CIR_AddOp : CIR_Op { let customLLVMLoweringConstructorDecl = LoweringBuilders<(ins IntType)>; }
