// ARGS: --gen-disassembler
include "classes.td"
// Where one encoding is made of pieces, all are.
def Toy : Target;
def descend;
def A : Instruction { dag Inst = (descend 0b1010); }
def B : Instruction { field bits<8> Inst = 0; }
// LABEL: 7: the field 'Inst' is set here
