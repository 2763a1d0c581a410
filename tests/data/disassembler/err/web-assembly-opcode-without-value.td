// ARGS: --gen-disassembler
include "classes.td"
// An opcode of WebAssembly is a number.
def WebAssembly : Target;
def A : Instruction { bits<32> Inst = 0; let Inst{7-4} = ?; bit StackBased = 1; }
// LABEL: 5: the field 'Inst' is set here
