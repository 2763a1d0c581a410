// What GlobalISel needs beside the target of `dag-isel`: generic instructions, and what they are in place of.
include "../dag-isel/classes.td"

class TypedOperand : Operand<i32> { bit IsPointer = false; bit IsImmediate = false; }
def type0 : TypedOperand;
def type1 : TypedOperand;
def ptype1 : TypedOperand { let IsPointer = true; }
class Generic<dag outputs, dag inputs> : I<outputs, inputs, []> { let Namespace = "TargetOpcode"; }
def COPY : Generic<(outs type0:$dst), (ins type0:$src)>;
def COPY_TO_REGCLASS : Generic<(outs type0:$dst), (ins type0:$src, word:$class)>;
def IMPLICIT_DEF : Generic<(outs type0:$dst), (ins)>;
def G_CONSTANT : Generic<(outs type0:$dst), (ins type0:$imm)>;
def G_SUB : Generic<(outs type0:$dst), (ins type0:$src1, type0:$src2)>;
def G_AND : Generic<(outs type0:$dst), (ins type0:$src1, type0:$src2)>;
def G_LOAD : Generic<(outs type0:$dst), (ins ptype1:$addr)> { let mayLoad = 1; }
def G_SEXTLOAD : Generic<(outs type0:$dst), (ins ptype1:$addr)> { let mayLoad = 1; }
def G_STORE : Generic<(outs), (ins type0:$src, ptype1:$addr)> { let mayStore = 1; }

class GINodeEquiv<Instruction i, SDNode node> {
  Instruction I = i;
  SDNode Node = node;
  bit CheckMMOIsNonAtomic = false;
  bit CheckMMOIsAtomic = false;
  Instruction IfSignExtend = ?;
  Instruction IfZeroExtend = ?;
  Instruction IfFloatingPoint = ?;
  Instruction IfConvergent = ?;
}
def : GINodeEquiv<G_CONSTANT, imm>;
def : GINodeEquiv<G_SUB, sub>;
def : GINodeEquiv<G_AND, and>;
def : GINodeEquiv<G_LOAD, ld> { let CheckMMOIsNonAtomic = true; let IfSignExtend = G_SEXTLOAD; }
def : GINodeEquiv<G_STORE, st> { let CheckMMOIsNonAtomic = true; }

class LLT;
def s32 : LLT;
class GIComplexOperandMatcher<LLT type, string matcherfn> {
  LLT Type = type;
  string MatcherFn = matcherfn;
}
class GIComplexPatternEquiv<ComplexPattern seldag> { ComplexPattern SelDAGEquivalent = seldag; }
class GICustomOperandRenderer<string rendererfn> { string RendererFn = rendererfn; }
class GISDNodeXFormEquiv<SDNodeXForm seldag> { SDNodeXForm SelDAGEquivalent = seldag; }
