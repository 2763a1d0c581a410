// ARGS: --gen-disassembler
include "classes.td"
// An encoding has a size in bytes that tables can have.
def Toy : Target;
def A : Instruction { field bits<16> Inst = 0; let Size = -2; }
// LABEL: 5: the field 'Size' is set here
