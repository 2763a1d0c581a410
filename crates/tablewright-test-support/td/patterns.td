// Nodes, patterns and instructions, as TargetSelectionDAG.td and Target.td describe them. Operators of sets
// are nodes here, as they are there.
def i64 : ValueType<64, 8>;
def f32 : ValueType<32, 12>;
def v2i16 : ValueType<32, 60>;
def v4i8 : ValueType<32, 61>;
def OtherVT : ValueType<0, 1>;
def isVoid : ValueType<0, 192>;
def iPTR : ValueType<0, 254>;
def Any : ValueType<0, 255>;

class SDNodeProperty;
def SDNPCommutative : SDNodeProperty;
def SDNPAssociative : SDNodeProperty;
def SDNPHasChain : SDNodeProperty;
def SDNPOutGlue : SDNodeProperty;
def SDNPInGlue : SDNodeProperty;
def SDNPOptInGlue : SDNodeProperty;
def SDNPMayStore : SDNodeProperty;
def SDNPMayLoad : SDNodeProperty;
def SDNPSideEffect : SDNodeProperty;
def SDNPMemOperand : SDNodeProperty;
def SDNPVariadic : SDNodeProperty;
def SDNPWantRoot : SDNodeProperty;
def SDNPWantParent : SDNodeProperty;
class SDPatternOperator {
  list<SDNodeProperty> Properties = [];
}

class SDTypeConstraint<int operand> {
  int OperandNum = operand;
}
class SDTCisVT<int operand, ValueType vt> : SDTypeConstraint<operand> {
  ValueType VT = vt;
}
class SDTCisPtrTy<int operand> : SDTypeConstraint<operand>;
class SDTCisInt<int operand> : SDTypeConstraint<operand>;
class SDTCisFP<int operand> : SDTypeConstraint<operand>;
class SDTCisVec<int operand> : SDTypeConstraint<operand>;
class SDTCisSameAs<int operand, int other> : SDTypeConstraint<operand> {
  int OtherOperandNum = other;
}
class SDTCisVTSmallerThanOp<int operand, int other> : SDTypeConstraint<operand> {
  int OtherOperandNum = other;
}
class SDTCisOpSmallerThanOp<int operand, int big> : SDTypeConstraint<operand> {
  int BigOperandNum = big;
}
class SDTCisEltOfVec<int operand, int other> : SDTypeConstraint<operand> {
  int OtherOpNum = other;
}
class SDTCisSameNumEltsAs<int operand, int other> : SDTypeConstraint<operand> {
  int OtherOperandNum = other;
}
class SDTCisSameSizeAs<int operand, int other> : SDTypeConstraint<operand> {
  int OtherOperandNum = other;
}
class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints> {
  int NumResults = results;
  int NumOperands = operands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = [],
             string sdclass = "SDNode"> : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = sdclass;
  let Properties = properties;
  SDTypeProfile TypeProfile = profile;
}

def outs;
def ins;
def ops;
def set;
def implicit;
def node;
def srcvalue;
def sequence;
def Leaf : SDTypeProfile<1, 0, [SDTCisInt<0>]>;
def imm : SDNode<"ISD::Constant", Leaf, [], "ConstantSDNode">;
def timm : SDNode<"ISD::TargetConstant", Leaf, [], "ConstantSDNode">;
def Binary : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def Extend : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<1, 0>]>;
def InReg : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisVT<2, OtherVT>,
                                 SDTCisVTSmallerThanOp<2, 1>]>;
def Load : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def Store : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def add : SDNode<"ISD::ADD", Binary, [SDNPCommutative, SDNPAssociative]>;
def sub : SDNode<"ISD::SUB", Binary>;
def and : SDNode<"ISD::AND", Binary, [SDNPCommutative, SDNPAssociative]>;
def sext : SDNode<"ISD::SIGN_EXTEND", Extend>;
def sext_inreg : SDNode<"ISD::SIGN_EXTEND_INREG", InReg>;
def bitconvert : SDNode<"ISD::BITCAST", SDTypeProfile<1, 1, []>>;
def extractelt : SDNode<"ISD::EXTRACT_VECTOR_ELT",
                        SDTypeProfile<1, 2, [SDTCisEltOfVec<0, 1>, SDTCisPtrTy<2>]>>;
def ld : SDNode<"ISD::LOAD", Load, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand]>;
def st : SDNode<"ISD::STORE", Store, [SDNPHasChain, SDNPMayStore, SDNPMemOperand]>;
def trap : SDNode<"ISD::TRAP", SDTypeProfile<0, 0, []>, [SDNPHasChain, SDNPSideEffect]>;
def intrinsic_void : SDNode<"ISD::INTRINSIC_VOID", SDTypeProfile<0, -1, []>, [SDNPHasChain]>;
def intrinsic_w_chain : SDNode<"ISD::INTRINSIC_W_CHAIN", SDTypeProfile<1, -1, []>, [SDNPHasChain]>;
def intrinsic_wo_chain : SDNode<"ISD::INTRINSIC_WO_CHAIN", SDTypeProfile<1, -1, []>>;

class SDNodeXForm<SDNode opcode, code fn> {
  SDNode Opcode = opcode;
  code XFormFunction = fn;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;
class PatFrags<dag ops, list<dag> frags, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : SDPatternOperator {
  dag Operands = ops;
  list<dag> Fragments = frags;
  code PredicateCode = pred;
  code ImmediateCode = [{}];
  SDNodeXForm OperandTransform = xform;
  bit PredicateCodeUsesOperands = false;
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
class OutPatFrag<dag ops, dag frag> : PatFrag<ops, frag>;
class PatLeaf<dag frag, code pred = [{}], SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrag<(ops), frag, pred, xform>;
class ImmLeaf<ValueType vt, code pred, SDNodeXForm xform = NOOP_SDNodeXForm>
    : PatFrag<(ops), (vt imm), [{}], xform> {
  let ImmediateCode = pred;
  bit IsAPInt = false;
  bit IsAPFloat = false;
}
def null_frag : SDPatternOperator;
class ComplexPattern<ValueType ty, int operands, string fn, list<SDNode> roots = [],
                     list<SDNodeProperty> properties = [], int complexity = -1> {
  ValueType Ty = ty;
  int NumOperands = operands;
  string SelectFunc = fn;
  list<SDNode> RootNodes = roots;
  list<SDNodeProperty> Properties = properties;
  int Complexity = complexity;
}
class Pattern<dag source, list<dag> results> {
  dag PatternToMatch = source;
  list<dag> ResultInstrs = results;
  list<Predicate> Predicates = [];
  int AddedComplexity = 0;
  bit GISelShouldIgnore = false;
}
class Pat<dag source, dag result> : Pattern<source, [result]>;

class PredicateOp;
class Operand<ValueType ty> {
  ValueType Type = ty;
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  string OperandNamespace = "MCOI";
  string OperandType = "OPERAND_UNKNOWN";
  dag MIOperandInfo = (ops);
}
class OperandWithDefaultOps<ValueType ty, dag values> : Operand<ty> {
  dag DefaultOps = values;
}
class Instruction {
  string Namespace = "T";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  string AsmString = "";
  string Constraints = "";
  string DisableEncoding = "";
  list<dag> Pattern = [];
  list<Register> Uses = [];
  list<Register> Defs = [];
  list<Predicate> Predicates = [];
  int AddedComplexity = 0;
  int CodeSize = 0;
  bit isPseudo = false;
  bit usesCustomInserter = false;
  bit isBitcast = false;
  bit isReturn = false;
  bit isEHScopeReturn = false;
  bit isBranch = false;
  bit isIndirectBranch = false;
  bit isCompare = false;
  bit isMoveImm = false;
  bit isSelect = false;
  bit isBarrier = false;
  bit isCall = false;
  bit isAdd = false;
  bit isTrap = false;
  bit canFoldAsLoad = false;
  bit isPredicable = false;
  bit isConvertibleToThreeAddress = false;
  bit isCommutable = false;
  bit isTerminator = false;
  bit isReMaterializable = false;
  bit hasDelaySlot = false;
  bit hasPostISelHook = false;
  bit hasCtrlDep = false;
  bit isNotDuplicable = false;
  bit isAsCheapAsAMove = false;
  bit hasExtraSrcRegAllocReq = false;
  bit hasExtraDefRegAllocReq = false;
  bit isCodeGenOnly = false;
  bit isRegSequence = false;
  bit isExtractSubreg = false;
  bit isInsertSubreg = false;
  bit isConvergent = false;
  bit hasNoSchedulingInfo = false;
  bit variadicOpsAreDefs = false;
  bit isAuthenticated = false;
  bit isPreISelOpcode = false;
  bit isMoveReg = false;
  bit mayRaiseFPException = false;
  bit isMeta = false;
  bit FastISelShouldIgnore = false;
  bit isUnpredicable = false;
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
}
class I<dag outs, dag ins, list<dag> pattern> : Instruction {
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}
class InstrInfo {
  bit guessInstructionProperties = true;
}
class Target {
  InstrInfo InstructionSet = ?;
}
def Instrs : InstrInfo;
def T : Target {
  let InstructionSet = Instrs;
}
