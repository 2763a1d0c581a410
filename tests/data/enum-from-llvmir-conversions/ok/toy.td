// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-enum-from-llvmir-conversions
include "mlir-llvm-ir.inc"

def Red : LLVM_EnumAttrCase<"red", 0, "Red">;
def Green : LLVM_EnumAttrCase<"green", 1, "Green">;
def Last : LLVM_EnumAttrCase<"", 2, "LAST">;
def Color : LLVM_EnumAttr<"Color", "::llvm::toy::Color", [Red, Green], [Last]>;
def Convention : LLVM_CEnumAttr<"Convention", "::llvm::toy", [Red]>;
