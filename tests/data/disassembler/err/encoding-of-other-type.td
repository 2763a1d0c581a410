// ARGS: --gen-disassembler
include "classes.td"
// An encoding is of type `bits`.
def Toy : Target;
def A : Instruction { int Inst = 0; }
// LABEL: 5: the field 'Inst' is set here
