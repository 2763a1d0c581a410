// ARGS: --gen-x86-fold-tables
include "../support/x86-instructions.inc"
// Memory that takes the place of a register has a size.
def X86 : Target;
def anymem : Operand { let OperandType = "OPERAND_MEMORY"; }
def NEGr : X86Inst<0xF7, MRMSrcReg, "neg", (outs GR32:$dst), (ins GR32:$src)>;
def NEGm : X86Inst<0xF7, MRMSrcMem, "neg", (outs GR32:$dst), (ins anymem:$src)>;
