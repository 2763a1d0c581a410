// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-llvmir-conversions
include "mlir-llvm-ir.inc"

def Toy_NopOp : LLVM_OpBase<"nop"> {
  let llvmBuilder = "$no = nop();";
}
