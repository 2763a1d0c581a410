// ARGS: --gen-emitter
// Releases of LLVM before 8 know no modes of the hardware and no encodings that are not instructions.
def ops;
def outs;
def ins;
class RegisterClass;
class Operand {
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  dag MIOperandInfo = (ops);
}
class Instruction {
  string Namespace = "";
  dag OutOperandList;
  dag InOperandList;
  string Constraints = "";
  string DisableEncoding = "";
  string PostEncoderMethod = "";
  bit isPseudo = false;
}
class InstrInfo;
class Target { InstrInfo InstructionSet; }
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class Generic : Instruction {
  let Namespace = "TargetOpcode";
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
def PHI : Generic;
def INLINEASM : Generic;
def imm : Operand;
def LDI : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs);
  let InOperandList = (ins imm:$x);
  bits<4> x;
  field bits<8> Inst;
  let Inst{7-4} = 0b0110;
  let Inst{3-0} = x;
}
