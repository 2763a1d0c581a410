// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
// Up to LLVM 7 a fragment is one pattern; up to LLVM 3.8 what intrinsics do is in a field that lists
// the properties of nodes now.
def Toy : Target;
class PatFrag<dag operands, dag fragment> : SDPatternOperator {
  dag Operands = operands;
  dag Fragment = fragment;
}
def old_load : PatFrag<(ops node:$p), (ld node:$p)>;
class IntrinsicProperty;
def IntrNoMem : IntrinsicProperty;
def IntrReadArgMem : IntrinsicProperty;
def IntrReadWriteArgMem : IntrinsicProperty;
class Intrinsic<list<IntrinsicProperty> properties> {
  string LLVMName = "";
  string TargetPrefix = "";
  list<IntrinsicProperty> Properties = properties;
}
def int_pure : Intrinsic<[IntrNoMem]>;
def int_reads : Intrinsic<[IntrReadArgMem]>;
def int_changes : Intrinsic<[IntrReadWriteArgMem]>;
def int_any : Intrinsic<[]>;

def LD : PatternInst<[(set INT:$rd, (old_load INT:$p))]>;
def PURE : PatternInst<[(set INT:$rd, (int_pure INT:$p))]>;
def READS : PatternInst<[(set INT:$rd, (int_reads INT:$p))]>;
def CHANGES : PatternInst<[(int_changes INT:$p)]>;
def ANY : PatternInst<[(int_any)]>;
