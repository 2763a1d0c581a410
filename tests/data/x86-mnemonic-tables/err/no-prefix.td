// ARGS: --gen-x86-mnemonic-tables
include "../support/instructions.inc"
def Toy : Target;
class X86Inst : Instruction;
def X : X86Inst;
