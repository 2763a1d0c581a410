// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-test
include "../arm-neon/classes.td"

// A result and parameters of each kind: vectors, structures, scalars, pointers.
def VABD : SInst<"vabd", "...", "cQUs">;
def VGET_LANE : IInst<"vget_lane", "1.I", "UcQPs">;
def VLD2 : WInst<"vld2", "2(c*!)", "f">;
def VST2 : WInst<"vst2", "v*(2!)", "h">;
def VLDRQ : WInst<"vldrq", "1(c*!)", "Pk">;
// A shift to the right is by 1 or more, also if another intrinsic shifts.
def VSHR_N : SInst<"vshr_n", "..I", "i"> { let isShift = 1; }
def VSHR2 : SOpInst<"vshr2", "..I", "i", Operation<[
  (call "vshr_n", (bitcast "int32x2_t", $p0), $p1)]>>;
// Operators, each after those in its operands; none for a literal, none of what is called.
def VADD : SOpInst<"vadd", "...", "iQf", Op<(op "+", $p0, $p1)>>;
def VNEG : SOpInst<"vneg", "..", "if", Op<(op "-", $p0)>>;
def VCGT : SOpInst<"vcgt", "U...", "iUif", Op<(cast "R", (op ">", $p0, $p1))>>;
def VBIC : SOpInst<"vbic", "...", "Pc", Op<(op "&", $p0, (op "~", $p1))>>;
def VSHL0 : SOpInst<"vshl0", "11", "Ss", Op<(op "<<", $p0, (literal "int16_t", "0"))>>;
def VABA : SOpInst<"vaba", "....", "c", Operation<[
  (save_temp $x, (call "vabd", $p1, $p2)),
  (op "+", $p0, (cast "R", $x))]>>;
// Guards; what cannot be called has no function.
let ArchGuard = "defined(__aarch64__)" in
def VSQRTH : SInst<"vsqrth", "11", "Sh">;
def VBFDOT : SInst<"vbfdot", "..BB", "f"> { let TargetGuard = "bf16,neon"; }
def VGONE : Inst<"vgone", "..", "i", OP_UNAVAILABLE>;
