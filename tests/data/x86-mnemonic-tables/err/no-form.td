// ARGS: --gen-x86-mnemonic-tables
include "../instructions/classes.inc"
def Toy : Target;
class X86Inst : Instruction;
def X : X86Inst;
