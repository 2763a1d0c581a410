// ARGS: --gen-disassembler
include "classes.td"
// Instructions that one word can be: a warning for each set, with the bits that are tested before,
// and a word for each pair.
def Toy : Target;
class Inst8 : Instruction { let Size = 1; field bits<8> Inst = ?; }
def A : Inst8 { let Inst{7-3} = 1; }
def B : Inst8 { let Inst{7-3} = 1; }
def C : Inst8 { let Inst{7-4} = 1; let Inst{0} = 0; }
def D : Inst8 { let Inst{7-4} = 1; let Inst{2-1} = 0b11; }
def E : Inst8 { let Inst{7-4} = 1; let Inst{0} = 0; }
def F : AdditionalEncoding<E> { let Size = 1; field bits<8> Inst = ?; let Inst{7-3} = 1; }
