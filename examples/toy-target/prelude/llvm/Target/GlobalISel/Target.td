//===- Target.td - What GlobalISel has to know of a target ----------------===//
//
// A part of the classes of LLVM's file of this name, and of those instructions that stand for
// nodes of the selection DAG. Target.td includes it where TOY_GLOBAL_ISEL is defined.
//
//===----------------------------------------------------------------------===//

// The type of what a complex operand matcher begins with.
class LLT;

// C++ that matches an operand.
class GIComplexOperandMatcher<LLT type, string matcherfn> {
  LLT Type = type;
  string MatcherFn = matcherfn;
}

// C++ that adds operands to an instruction.
class GICustomOperandRenderer<string rendererfn> {
  string RendererFn = rendererfn;
}

// What such C++ is in the selection DAG.
class GIComplexPatternEquiv<ComplexPattern pattern> {
  ComplexPattern SelDAGEquivalent = pattern;
}
class GISDNodeXFormEquiv<SDNodeXForm xform> {
  SDNodeXForm SelDAGEquivalent = xform;
}

// Which instruction stands for a node.
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
def : GINodeEquiv<G_SEXT, sext>;
def : GINodeEquiv<G_ADD, add>;
def : GINodeEquiv<G_SUB, sub>;
def : GINodeEquiv<G_MUL, mul>;
def : GINodeEquiv<G_AND, and>;
def : GINodeEquiv<G_OR, or>;
def : GINodeEquiv<G_XOR, xor>;
def : GINodeEquiv<G_SHL, shl>;
def : GINodeEquiv<G_LSHR, srl>;
def : GINodeEquiv<G_BR, br>;

// Whether memory is accessed atomically is said of the access, not by the instruction.
let CheckMMOIsNonAtomic = true in {
def : GINodeEquiv<G_LOAD, ld>;
def : GINodeEquiv<G_STORE, st>;
}
