// ARGS: --release 22 --gen-sd-node-info
// Numbers of operands and results have 32 bits; what is above is cut off.
class InstrInfo;
class HwMode;
def Info : InstrInfo;
class Target { InstrInfo InstructionSet = Info; }
def Toy : Target;

class SDNodeProperty;
class SDTypeConstraint<int num> { int OperandNum = num; }
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

def A : SDNode<"ToyISD::A", SDTypeProfile<4294967297, 4294967298, [SDTCisSameAs<4294967296, 4294967297>]>>;
def B : SDNode<"ToyISD::B", SDTypeProfile<0, -1, [SDTCisSameAs<-1, 300>]>>;
