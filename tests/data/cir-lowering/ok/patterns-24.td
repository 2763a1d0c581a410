// TOOL: clang-tblgen
// ARGS: --release 24 -gen-cir-lowering
// Patterns have the symbol tables. A type that cannot be converted is an error, and properties have defaults. An
// operation with a constrained intrinsic is lowered by a function that takes the floating-point environment.
include "classes.inc"

class Op24 : CIR_Op {
  dag arguments = (ins);
  string constrainedLLVMIntrinsic = "";
  bit constrainedLLVMIntrinsicHasRoundingMode = false;
}
def CIR_NegOp : Op24 { let llvmOp = "FNegOp"; let results = (outs IntType:$result); }
def CIR_StopOp : Op24 { let llvmOp = "TrapOp"; }
def CIR_AddOp : Op24 {
  let llvmOp = "FAddOp";
  let results = (outs IntType:$result);
  let constrainedLLVMIntrinsic = "fadd";
  let constrainedLLVMIntrinsicHasRoundingMode = true;
}
def CIR_CmpOp : Op24 {
  let arguments = (ins IntType:$left, IntType:$fastmath_flags);
  let llvmOp = "FCmpOp";
  let constrainedLLVMIntrinsic = "fcmp";
}
def CIR_CallOp : Op24 {
  let isLLVMLoweringRecursive = true;
  let customLLVMLoweringConstructorDecl = LoweringBuilders<(ins "Blocks &":$blocks)>;
}
