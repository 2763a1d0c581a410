// TOOL: clang-tblgen
// ARGS: --release 24 -gen-cir-lowering
include "classes.inc"

def CIR_AddOp : CIR_Op {
  dag arguments = (ins);
  string constrainedLLVMIntrinsic = "fadd";
}
