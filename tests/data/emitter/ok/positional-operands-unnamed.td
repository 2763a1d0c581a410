// ARGS: --gen-emitter
include "../support/instructions.inc"
// Releases up to LLVM 14 took operands in order for fields that have no operand's name.
class OlderInstrInfo : InstrInfo { bit noNamedPositionallyEncodedOperands = true; }
def ToyInstrInfo : OlderInstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class Inst16<dag inputs> : Instruction {
  let OutOperandList = (outs GPR:$dst);
  let InOperandList = inputs;
  bits<4> rd;
  bits<4> rs;
  bits<4> rt;
  field bits<16> Inst = 0x1000;
  let Inst{11-8} = rd;
  let Inst{7-4} = rs;
  let Inst{3-0} = rt;
}
def ADD : Inst16<(ins GPR:$a, imm:$b)>;
// What is not encoded is passed over.
def INC : Inst16<(ins GPR:$a, GPR:$b, imm:$c)> { let DisableEncoding = "$a"; }
// What has a name is not taken by position too.
def MIX : Inst16<(ins GPR:$a, GPR:$b)> {
  let OutOperandList = (outs GPR:$rs);
}
