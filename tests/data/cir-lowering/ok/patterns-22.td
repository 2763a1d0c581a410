// TOOL: clang-tblgen
// ARGS: --release 22 -gen-cir-lowering
// The name of an operation in C++ is that of the record without the dialect.
include "classes.inc"

def CIR_AddOp : CIR_Op { let llvmOp = "AddOp"; let results = (outs IntType:$result); }
def CIR_StopOp : CIR_Op { let llvmOp = "TrapOp"; }
def CIR_CallOp : CIR_Op {
  let hasCXXABILowering = true;
  let isLLVMLoweringRecursive = true;
  let extraLLVMLoweringPatternDecl = "    int helper() const;";
  let customLLVMLoweringConstructorDecl = LoweringBuilders<(ins "Symbols &":$symbols)>;
}
def CIR_MarkOp : CIR_Op { let hasLLVMLowering = false; }
def CIR_KindAttr : EnumAttr;
def CIR_IntAttr : CIR_Attr<"Int"> { let canHaveIllegalCXXABIType = 0; let hasAttrToValueLowering = 1; }
def CIR_RecordAttr : CIR_Attr<"Record"> { let hasAttrToValueLowering = 1; }
