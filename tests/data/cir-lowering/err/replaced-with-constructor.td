// TOOL: clang-tblgen
// ARGS: --release 23 -gen-cir-lowering
include "classes.inc"

def CIR_AddOp : CIR_Op {
  let llvmOp = "AddOp";
  let customLLVMLoweringConstructorDecl = LoweringBuilders<(ins)>;
}
