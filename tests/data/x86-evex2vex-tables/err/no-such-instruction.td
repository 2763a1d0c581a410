// ARGS: --gen-x86-EVEX2VEX-tables --release 16
// LABEL: 7: the field 'EVEX2VEXOverride' is set here
include "classes.td"
// The instruction that an override states exists.
def X86 : Target;
def VADDZrr : Inst<0x58, MRMSrcReg, "vadd", (outs VR128X:$d), (ins VR128X:$s)>, EVEX {
  let EVEX2VEXOverride = "VADDrr";
}
