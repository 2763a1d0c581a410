// ARGS: --gen-emitter
include "../support/instructions.inc"
// The first bit that is written is the lowest: encodings are turned round.
def ToyInstrInfo : InstrInfo { let isLittleEndianEncoding = true; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class Inst8<bits<4> op> : Instruction {
  let InOperandList = (ins imm:$x);
  bits<4> x;
  field bits<8> Inst;
  let Inst{7-4} = op;
  let Inst{3-0} = x;
}
def A : Inst8<0b0001>;
def B : Inst8<0b1000>;
