// ARGS: --gen-disassembler
include "classes.td"
// An instruction that is decoded has an encoding.
def Toy : Target;
def A : Instruction;
