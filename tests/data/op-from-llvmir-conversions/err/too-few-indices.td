// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-from-llvmir-conversions
include "mlir-llvm-ir.inc"

def Toy_NopOp : LLVM_OpBase<"nop"> {
  let arguments = (ins Int:$value, Int:$other);
  let mlirBuilder = "$value";
  let llvmArgIndices = [1];
  string llvmInstName = "Nop";
}
