// ARGS: --gen-emitter
include "../support/instructions.inc"
class OlderInstrInfo : InstrInfo {
  bit noNamedPositionallyEncodedOperands = false;
  bit useDeprecatedPositionallyEncodedOperands = false;
}
def ToyInstrInfo : OlderInstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def X : Instruction {
  let InOperandList = (ins imm:$a);
  bits<4> x;
  field bits<8> Inst = 0;
  let Inst{3-0} = x;
}
