// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-sema
include "../arm-neon/classes.td"

// Builtins: with the type as an argument, with an element, with an immediate, with a structure.
def VABD : SInst<"vabd", "...", "cQUs">;
def VGET_LANE : IInst<"vget_lane", "1.I", "UcQPs">;
def VSHR_N : SInst<"vshr_n", "..I", "i"> { let isShift = 1; }
def VLD2 : WInst<"vld2", "2(c*!)", "f">;
def VST2 : WInst<"vst2", "v*(2!)", "h">;
def VSQRTH : SInst<"vsqrth", "11", "Sh"> { let ArchGuard = "defined(__aarch64__)"; }
def VBFDOT : SInst<"vbfdot", "..BB", "f"> { let TargetGuard = "bf16,neon"; }

// Operations on values, and calls of other intrinsics.
def VADD : SOpInst<"vadd", "...", "iQf", Op<(op "+", $p0, $p1)>>;
def VGET_HIGH : SOpInst<"vget_high", ".Q", "i", Op<(shuffle $p0, $p0, (highhalf mask0))>>;
def VREV64 : SOpInst<"vrev64", "..", "s", Op<(shuffle $p0, $p0, (rev 64, mask0))>>;
def VCOMBINE : SOpInst<"vcombine", "Q..", "s", Op<(shuffle $p0, $p1, (add mask0, mask1))>>;
def VDUP_N : SOpInst<"vdup_n", ".1", "Us", Op<(dup $p0)>>;
def VNEG : SOpInst<"vneg", "..", "i", Op<(op "-", $p0)>>;
def VABA : SOpInst<"vaba", "....", "c", Operation<[
  (save_temp $x, (call "vabd", $p1, $p2)),
  (op "+", $p0, (cast "R", $x))]>>;
def VSHR2 : SOpInst<"vshr2", "..I", "i", Operation<[
  (call "vshr_n", (bitcast "int32x2_t", $p0), $p1)]>>;
def VADD_HIGH : SOpInst<"vadd_high", ".QQ", "i", Operation<[
  (call (name_replace "_high", ""), (call "vget_high", $p0), (call "vget_high", $p1))]>>;
let CartesianProductWith = "isQiQs" in
def VREINTERPRET : SOpInst<"vreinterpret", "..", "iQi", Op<(cast "R", $p0)>> {
  let BigEndianSafe = 1;
}
def VGONE : Inst<"vgone", "..", "i", OP_UNAVAILABLE>;

// What may be checked of an immediate.
def VCVT_N : SInst<"vcvt_n_f32", "F.I", "i"> { let isVCVT_N = 1; }
def VSHLD_N : SInst<"vshl_n", "11I", "Sl"> { let isScalarShift = 1; }
def VXAR : SInst<"vxar", "...I", "QUl"> { let isVXAR = 1; }
def VDUP_LANE : SInst<"vdup_laneq", ".QI", "c"> { let isLaneQ = 1; }
