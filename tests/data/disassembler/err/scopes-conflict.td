// ARGS: --release 22 --gen-disassembler
include "classes.td"
// In LLVM 22 instructions that one word can be are an error.
def Toy : Target;
class Inst8 : Instruction { let Size = 1; field bits<8> Inst = ?; }
def A : Inst8 { let Inst{7-3} = 1; }
def B : Inst8 { let Inst{7-3} = 1; }
