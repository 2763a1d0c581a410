// ARGS: --release 22 --gen-sd-node-info
// Nodes of the target's namespace, sorted by name. Lists of constraints that end alike share rows, records that
// disagree are left out with warnings, and constraints on which they disagree are left open.
class InstrInfo;
class HwMode;
def Info : InstrInfo;
class Target { InstrInfo InstructionSet = Info; }
def Toy : Target;

class ValueType<int size, string llvm_name = NAME> {
  string LLVMName = llvm_name;
  int Size = size;
}
def i32 : ValueType<32>;
def i64 : ValueType<64>;

class SDNodeProperty;
def SDNPHasChain : SDNodeProperty;
def SDNPMayLoad : SDNodeProperty;

class SDTypeConstraint<int num> { int OperandNum = num; }
class SDTCisVT<int num, ValueType vt> : SDTypeConstraint<num> { ValueType VT = vt; }
class SDTCisInt<int num> : SDTypeConstraint<num>;
class SDTCisSameAs<int num, int other> : SDTypeConstraint<num> {
  int OtherOperandNum = other;
}
class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints> {
  int NumResults = results;
  int NumOperands = operands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = []> {
  string Opcode = opcode;
  string SDClass = "SDNode";
  SDTypeProfile TypeProfile = profile;
  list<SDNodeProperty> Properties = properties;
  bit IsStrictFP = false;
  bits<32> TSFlags = 0;
}

def binary : SDTypeProfile<1, 2, [SDTCisInt<0>, SDTCisSameAs<0, 1>]>;
def load : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisSameAs<0, 1>, SDTCisVT<1, i64>]>;

def twice : SDNode<"ToyISD::TWICE", binary>;
let TSFlags = 3, IsStrictFP = true in
def loaded : SDNode<"ToyISD::LOADED", load, [SDNPHasChain, SDNPMayLoad]>;
def open_a : SDNode<"ToyISD::OPEN", SDTypeProfile<1, 0, [SDTCisVT<0, i32>]>>;
def open_b : SDNode<"ToyISD::OPEN", SDTypeProfile<1, 0, [SDTCisVT<0, i64>]>>;
def unlike_a : SDNode<"ToyISD::UNLIKE", SDTypeProfile<0, 0, []>>;
def unlike_b : SDNode<"ToyISD::UNLIKE", SDTypeProfile<1, 0, []>>;
def other : SDNode<"ISD::ADD", binary>;
def unnamed : SDNode<"ToyISD::", binary>;
