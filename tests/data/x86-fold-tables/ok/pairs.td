// ARGS: --gen-x86-fold-tables
include "../support/x86-instructions.inc"
// Instructions are paired that have a register and memory at the same place.
def X86 : Target;

class Sum<int form, dag outputs, dag inputs> : X86Inst<0x01, form, "sum\t$dst", outputs, inputs>;
def SUM32rr : Sum<MRMDestReg, (outs GR32:$dst), (ins GR32:$a, GR32:$b)>;
def SUM32mr : Sum<MRMDestMem, (outs), (ins i32mem:$dst, GR32:$b)>;
def SUM32rr_REV : Sum<MRMSrcReg, (outs GR32:$dst), (ins GR32:$a, GR32:$b)>;
def SUM32rm : Sum<MRMSrcMem, (outs GR32:$dst), (ins GR32:$a, i32mem:$b)>;
// Another class of registers, size, mnemonic or prefix: no pair.
def SUMN32rm : Sum<MRMSrcMem, (outs GR32_NOREX:$dst), (ins GR32:$a, i32mem:$b)>;
def SUM64rm : Sum<MRMSrcMem, (outs GR64:$dst), (ins GR64:$a, i64mem:$b)>, W1;
def SUB64rr : Sum<MRMSrcReg, (outs GR64:$dst), (ins GR64:$a, GR64:$b)>, W1 {
  let AsmString = "sub\t$dst";
}
def LOCK_SUM32mr : Sum<MRMDestMem, (outs), (ins i32mem:$dst, GR32:$b)> { let hasLockPrefix = true; }

// The first operand: it is read, or written.
def CALL32r : X86Inst<0xFF, MRM0r, "call", (outs), (ins GR32:$target)>;
def CALL32m : X86Inst<0xFF, MRM0m, "call", (outs), (ins i32mem:$target)>;
class Move<int opcode, int form, dag outputs, dag inputs> : X86Inst<opcode, form, "mov", outputs, inputs>;
let isMoveReg = true in
def MOV32rr : Move<0x89, MRMDestReg, (outs GR32:$dst), (ins GR32:$src)>;
def MOV32mr : Move<0x89, MRMDestMem, (outs), (ins i32mem:$dst, GR32:$src)>;

// Vectors: memory may need to be aligned, or be smaller than the register.
class Vector<int opcode, int form, dag outputs, dag inputs>
    : X86Inst<opcode, form, "vec", outputs, inputs>, PS, TB;
def MOVAPSrr : Vector<0x28, MRMSrcReg, (outs VR128:$dst), (ins VR128:$src)>;
def MOVAPSrm : Vector<0x28, MRMSrcMem, (outs VR128:$dst), (ins f128mem:$src)>;
def MOVUPSrr : Vector<0x10, MRMSrcReg, (outs VR128:$dst), (ins VR128:$src)>;
def MOVUPSrm : Vector<0x10, MRMSrcMem, (outs VR128:$dst), (ins f128mem:$src)>;
def SQRTrr : Vector<0x51, MRMSrcReg, (outs VR128:$dst), (ins VR128:$src)>;
def SQRTrm : Vector<0x51, MRMSrcMem, (outs VR128:$dst), (ins f128mem:$src)>;
def SQRTSSrr : Vector<0x52, MRMSrcReg, (outs VR128:$dst), (ins VR128:$src)>;
def SQRTSSrm : Vector<0x52, MRMSrcMem, (outs VR128:$dst), (ins f32mem:$src)>;
def VMOVAPSYrr : Vector<0x28, MRMSrcReg, (outs VR256:$dst), (ins VR256:$src)>, VEX, Vectors256;
def VMOVAPSYrm : Vector<0x28, MRMSrcMem, (outs VR256:$dst), (ins f256mem:$src)>, VEX, Vectors256;

// Masks, and an element for all of a vector.
class Masked<int form, dag inputs> : Vector<0x58, form, (outs VR128X:$dst), inputs>, EVEX {
  let hasEVEX_K = true;
}
let isMoveReg = true in
def VMOVZrr : Vector<0x58, MRMSrcReg, (outs VR128X:$dst), (ins VR128X:$a)>, EVEX;
def VMOVZrrk : Masked<MRMSrcReg, (ins VR128X:$src, VK4WM:$mask, VR128X:$a)>;
def VMOVZrmk : Masked<MRMSrcMem, (ins VR128X:$src, VK4WM:$mask, f128mem:$a)>;
def VADDZrrkz : Masked<MRMSrcReg, (ins VK4WM:$mask, VR128X:$a, VR128X:$b)> {
  let hasEVEX_Z = true;
  let hasVEX_4V = true;
}
def VADDZrmbkz : Masked<MRMSrcMem, (ins VK4WM:$mask, VR128X:$a, f32mem:$b)> {
  let hasEVEX_Z = true;
  let hasEVEX_B = true;
  let hasVEX_4V = true;
}
def VEXPANDZrrkz : Masked<MRMSrcReg, (ins VK4WM:$mask, VR128X:$a)> { let hasEVEX_Z = true; }
def VEXPANDZrmkz : Masked<MRMSrcMem, (ins VK4WM:$mask, f128mem:$a)> { let hasEVEX_Z = true; }

// No pair: left out by name, and the registers of floating-point stacks.
def BT32rr : X86Inst<0xA3, MRMDestReg, "bt", (outs), (ins GR32:$a, GR32:$b)>;
def BT32mr : X86Inst<0xA3, MRMDestMem, "bt", (outs), (ins i32mem:$a, GR32:$b)>;
def FADDr : X86Inst<0xD8, MRM0r, "fadd", (outs), (ins RST:$a)>;
def FADDm : X86Inst<0xD8, MRM0m, "fadd", (outs), (ins f32mem:$a)>;
// A pair by name alone.
def MOVSS2DIrr : Move<0x7E, MRMDestReg, (outs GR32:$dst), (ins VR128:$src)>;
def MOVSSmr : Move<0x11, MRMDestMem, (outs), (ins f32mem:$dst, VR128:$src)>;
