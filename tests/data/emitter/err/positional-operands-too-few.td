// ARGS: --gen-emitter
include "../support/instructions.inc"
class OlderInstrInfo : InstrInfo { bit noNamedPositionallyEncodedOperands = false; }
def ToyInstrInfo : OlderInstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def X : Instruction {
  let InOperandList = (ins imm:$a);
  bits<4> x;
  bits<4> y;
  field bits<8> Inst;
  let Inst{7-4} = x;
  let Inst{3-0} = y;
}
