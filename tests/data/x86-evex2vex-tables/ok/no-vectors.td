// ARGS: --gen-x86-EVEX2VEX-tables --release 16
include "classes.td"
// Two empty tables have the same name.
def X86 : Target;
def NOP : Inst<0x90, 1, "nop", (outs), (ins)>;
