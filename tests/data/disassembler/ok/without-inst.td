// ARGS: --gen-disassembler
include "classes.td"
// An instruction without a field `Inst` is not decoded. 19.1.7 crashes.
def Toy : Target;
class Inst8 : Instruction { let Size = 1; }
def A : Inst8 { field bits<8> Inst = 1; }
def Bare : Inst8;
def Number : Inst8 { int Inst = 4; }
