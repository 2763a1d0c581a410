// ARGS: --gen-disassembler
include "classes.td"
// Bits in the order of memory are turned round.
def ToyInstrInfo : InstrInfo { let isLittleEndianEncoding = true; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def A : Instruction {
  bits<4> x;
  let InOperandList = (ins imm:$x);
  field bits<16> Inst = 0b0000000000000001;
  let Inst{15-12} = x;
}
