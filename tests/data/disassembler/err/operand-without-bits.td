// ARGS: --release 22 --gen-disassembler
include "classes.td"
// In LLVM 22 an operand has to have bits in the encoding, or a method that needs none.
def Toy : Target;
def A : Instruction {
  let Size = 1;
  let InOperandList = (ins imm:$x, imm:$y);
  bits<0> y;
  field bits<8> Inst = 1;
}
