//===- TargetSelectionDAG.td - Classes of patterns of instructions --------===//

// A constant for which C++ says whether it fits.
class ImmLeaf<ValueType vt, code pred> {
  ValueType Type = vt;
  code ImmediateCode = pred;
}

// Operations that patterns are made of, with the types of their results and operands.
// The example target has no patterns; those who look for some look for these three.
class SDTypeConstraint<int opnum> {
  int OperandNum = opnum;
}
class SDTypeProfile<int numresults, int numoperands,
                    list<SDTypeConstraint> constraints> {
  int NumResults = numresults;
  int NumOperands = numoperands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNodeProperty;
class SDPatternOperator {
  list<SDNodeProperty> Properties = [];
}
class SDNode<string opcode, SDTypeProfile typeprof> : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = "SDNode";
  SDTypeProfile TypeProfile = typeprof;
}
def intrinsic_void : SDNode<"ISD::INTRINSIC_VOID", SDTypeProfile<0, -1, []>>;
def intrinsic_w_chain : SDNode<"ISD::INTRINSIC_W_CHAIN", SDTypeProfile<1, -1, []>>;
def intrinsic_wo_chain : SDNode<"ISD::INTRINSIC_WO_CHAIN", SDTypeProfile<1, -1, []>>;

class IntrinsicProperty;
class Intrinsic;
class SDNodeXForm;
class PatFrags;
class ComplexPattern;
class Pattern;
