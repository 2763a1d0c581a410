//===- TargetSelectionDAG.td - Classes of patterns of instructions --------===//
//
// What instruction selection knows: the nodes of its graph with the types of their values,
// fragments that stand for parts of the graph, and patterns, which say which instructions
// compute a part of the graph. LLVM's file of this name has more nodes.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Types of the values of a node
//===----------------------------------------------------------------------===//

// Constraints count the results first, then the operands.
class SDTypeConstraint<int opnum> {
  int OperandNum = opnum;
}
class SDTCisVT<int OpNum, ValueType vt> : SDTypeConstraint<OpNum> {
  ValueType VT = vt;
}
class SDTCisPtrTy<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisInt<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisFP<int OpNum> : SDTypeConstraint<OpNum>;
class SDTCisSameAs<int OpNum, int OtherOp> : SDTypeConstraint<OpNum> {
  int OtherOperandNum = OtherOp;
}
class SDTCisOpSmallerThanOp<int SmallOp, int BigOp> : SDTypeConstraint<SmallOp> {
  int BigOperandNum = BigOp;
}

class SDTypeProfile<int numresults, int numoperands,
                    list<SDTypeConstraint> constraints> {
  int NumResults = numresults;
  int NumOperands = numoperands;
  list<SDTypeConstraint> Constraints = constraints;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

class SDNodeProperty;
def SDNPCommutative : SDNodeProperty;
def SDNPAssociative : SDNodeProperty;
// The node has its place among those that access memory or have other effects.
def SDNPHasChain : SDNodeProperty;
// The node has to stay beside another one.
def SDNPOutGlue : SDNodeProperty;
def SDNPInGlue : SDNodeProperty;
def SDNPOptInGlue : SDNodeProperty;
def SDNPMayStore : SDNodeProperty;
def SDNPMayLoad : SDNodeProperty;
def SDNPSideEffect : SDNodeProperty;
def SDNPMemOperand : SDNodeProperty;
def SDNPVariadic : SDNodeProperty;

class SDPatternOperator {
  list<SDNodeProperty> Properties = [];
}
class SDNode<string opcode, SDTypeProfile typeprof, list<SDNodeProperty> props = [],
             string sdclass = "SDNode"> : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = sdclass;
  let Properties = props;
  SDTypeProfile TypeProfile = typeprof;
}

def SDTIntLeaf : SDTypeProfile<1, 0, [SDTCisInt<0>]>;
def SDTIntBinOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def SDTIntShiftOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisInt<2>]>;
def SDTIntExtendOp : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>,
                                          SDTCisOpSmallerThanOp<1, 0>]>;
def SDTSetCC : SDTypeProfile<1, 3, [SDTCisInt<0>, SDTCisSameAs<1, 2>, SDTCisVT<3, OtherVT>]>;
def SDTLoad : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTStore : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTBr : SDTypeProfile<0, 1, [SDTCisVT<0, OtherVT>]>;
def SDTBrcond : SDTypeProfile<0, 2, [SDTCisInt<0>, SDTCisVT<1, OtherVT>]>;
def SDTBrind : SDTypeProfile<0, 1, [SDTCisPtrTy<0>]>;

// The operators of patterns that are no nodes: values are assigned, registers are changed
// besides, and `node` stands for a parameter of a fragment.
def set;
def implicit;
def node;
def srcvalue;

def imm : SDNode<"ISD::Constant", SDTIntLeaf, [], "ConstantSDNode">;
def timm : SDNode<"ISD::TargetConstant", SDTIntLeaf, [], "ConstantSDNode">;
def bb : SDNode<"ISD::BasicBlock", SDTypeProfile<1, 0, [SDTCisVT<0, OtherVT>]>, [],
                "BasicBlockSDNode">;
def undef : SDNode<"ISD::UNDEF", SDTypeProfile<1, 0, []>>;

// `and`, `shl` and `sub` are operators of sets of registers, too.
def add : SDNode<"ISD::ADD", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def sub : SDNode<"ISD::SUB", SDTIntBinOp>;
def mul : SDNode<"ISD::MUL", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def and : SDNode<"ISD::AND", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def or : SDNode<"ISD::OR", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def xor : SDNode<"ISD::XOR", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def shl : SDNode<"ISD::SHL", SDTIntShiftOp>;
def srl : SDNode<"ISD::SRL", SDTIntShiftOp>;
def sext : SDNode<"ISD::SIGN_EXTEND", SDTIntExtendOp>;

// A comparison: the last operand says which.
def setcc : SDNode<"ISD::SETCC", SDTSetCC>;
class CondCode;
def SETEQ : CondCode;
def SETNE : CondCode;
def SETLT : CondCode;

def ld : SDNode<"ISD::LOAD", SDTLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand],
                "LoadSDNode">;
def st : SDNode<"ISD::STORE", SDTStore, [SDNPHasChain, SDNPMayStore, SDNPMemOperand],
                "StoreSDNode">;
def br : SDNode<"ISD::BR", SDTBr, [SDNPHasChain]>;
def brcond : SDNode<"ISD::BRCOND", SDTBrcond, [SDNPHasChain]>;
def brind : SDNode<"ISD::BRIND", SDTBrind, [SDNPHasChain]>;

// Calls of intrinsics.
class Intrinsic;
class IntrinsicProperty;
def intrinsic_void : SDNode<"ISD::INTRINSIC_VOID", SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>,
                            [SDNPHasChain]>;
def intrinsic_w_chain : SDNode<"ISD::INTRINSIC_W_CHAIN",
                               SDTypeProfile<1, -1, [SDTCisPtrTy<1>]>, [SDNPHasChain]>;
def intrinsic_wo_chain : SDNode<"ISD::INTRINSIC_WO_CHAIN",
                                SDTypeProfile<1, -1, [SDTCisPtrTy<1>]>>;

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

// C++ that changes a constant before it becomes an operand of an instruction.
class SDNodeXForm<SDNode opc, code xformFunction> {
  SDNode Opcode = opc;
  code XFormFunction = xformFunction;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;

// A part of the graph with a name, of which C++ or the bits below may demand more. Bits that
// are unset demand nothing.
class PatFrags<dag ops, list<dag> frags, code pred = [{}],
               SDNodeXForm xform = NOOP_SDNodeXForm> : SDPatternOperator {
  dag Operands = ops;
  list<dag> Fragments = frags;
  code PredicateCode = pred;
  bit PredicateCodeUsesOperands = false;
  code ImmediateCode = [{}];
#ifdef TOY_GLOBAL_ISEL
  code GISelPredicateCode = [{}];
#endif
  SDNodeXForm OperandTransform = xform;
  bit HasNoUse = ?;
  bit HasOneUse = ?;
  bit IsLoad = ?;
  bit IsStore = ?;
  bit IsAtomic = ?;
  bit IsUnindexed = ?;
  bit IsNonExtLoad = ?;
  bit IsAnyExtLoad = ?;
  bit IsSignExtLoad = ?;
  bit IsZeroExtLoad = ?;
  bit IsTruncStore = ?;
  list<int> AddressSpaces = ?;
  int MinAlignment = ?;
  bit IsAtomicOrderingMonotonic = ?;
  bit IsAtomicOrderingAcquire = ?;
  bit IsAtomicOrderingRelease = ?;
  bit IsAtomicOrderingAcquireRelease = ?;
  bit IsAtomicOrderingSequentiallyConsistent = ?;
  bit IsAtomicOrderingAcquireOrStronger = ?;
  bit IsAtomicOrderingReleaseOrStronger = ?;
  ValueType MemoryVT = ?;
  ValueType ScalarMemoryVT = ?;
}
class PatFrag<dag ops, dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrags<ops, [frag], pred, xform>;
class PatLeaf<dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrag<(ops), frag, pred, xform>;

// A constant for which C++ says whether it fits.
class ImmLeaf<ValueType vt, code pred, SDNodeXForm xform = NOOP_SDNodeXForm,
              SDNode ImmNode = imm>
    : PatFrag<(ops), (vt ImmNode), [{}], xform> {
  let ImmediateCode = pred;
  bit FastIselShouldIgnore = false;
  bit IsAPInt = false;
  bit IsAPFloat = false;
}

// The fragment that matches nothing: a pattern with it is left out.
def null_frag : SDPatternOperator;

def unindexedload : PatFrag<(ops node:$ptr), (ld node:$ptr)> {
  let IsLoad = true;
  let IsUnindexed = true;
}
def load : PatFrag<(ops node:$ptr), (unindexedload node:$ptr)> {
  let IsLoad = true;
  let IsNonExtLoad = true;
}
def unindexedstore : PatFrag<(ops node:$val, node:$ptr), (st node:$val, node:$ptr)> {
  let IsStore = true;
  let IsUnindexed = true;
}
def store : PatFrag<(ops node:$val, node:$ptr), (unindexedstore node:$val, node:$ptr)> {
  let IsStore = true;
  let IsTruncStore = false;
}

class Comparison<CondCode condition>
    : PatFrag<(ops node:$lhs, node:$rhs), (setcc node:$lhs, node:$rhs, condition)>;
def seteq : Comparison<SETEQ>;
def setne : Comparison<SETNE>;
def setlt : Comparison<SETLT>;

// A value that C++ matches, which also finds the operands that it is made of.
class ComplexPattern<ValueType ty, int numops, string fn, list<SDNode> roots = [],
                     list<SDNodeProperty> props = [], int complexity = -1> {
  ValueType Ty = ty;
  int NumOperands = numops;
  string SelectFunc = fn;
  list<SDNode> RootNodes = roots;
  list<SDNodeProperty> Properties = props;
  int Complexity = complexity;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// A part of the graph, and the instructions that compute it.
class Pattern<dag patternToMatch, list<dag> resultInstrs> {
  dag PatternToMatch = patternToMatch;
  list<dag> ResultInstrs = resultInstrs;
  list<Predicate> Predicates = [];
  int AddedComplexity = 0;
  bit GISelShouldIgnore = false;
}
class Pat<dag pattern, dag result> : Pattern<pattern, [result]>;
