// ARGS: --gen-x86-EVEX2VEX-tables --release 16
include "classes.td"
// What not all processors have says which do.
def X86 : Target;
class Add<RegisterClass regs> : Inst<0x58, MRMSrcReg, "vadd", (outs regs:$d), (ins regs:$s)>;
def VADDZrr : Add<VR128X>, EVEX;
def VADDrr : Add<VR128>, VEX { let checkVEXPredicate = true; }
