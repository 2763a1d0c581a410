// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-codegen
include "../arm-mve-header/classes.td"

// There are no vectors of these.
def f64 : PrimitiveType<"f", 64>;
class FunctionMacro<list<string> names, string text> {
  list<string> params = names;
  string definition = text;
}
def imm_coproc : Immediate<sint, IB_ConstRange<0, 7>>;

let builtinExtension = "cde" in {
  // Without MVE.
  let pnt = PNT_None in
  def cx1 : Intrinsic<u32, (args imm_coproc:$cp, u32:$n), (IRIntBase<"arm_cde_cx1"> $cp, $n)>;
  // With the vectors of MVE, and with those of floating-point numbers.
  let params = [u8, f16] in
  def vcx1q : Intrinsic<Vector, (args imm_coproc:$cp, Vector:$n),
                        (IRIntBase<"arm_cde_vcx1q", [Vector]> $cp, $n)>;
}
// The builtin is that of MVE.
let params = [s8], headerOnly = 1 in
def vreinterpretq_u8 : Intrinsic<Vec<u8>, (args Vector:$a), (bitcast $a, Vec<u8>)>;
def vcx2q : FunctionMacro<["cp", "n"], "__arm_vcx2q_impl((cp), __arm_vreinterpretq_u8(n))">;
def vcx3q : FunctionMacro<[], "0">;
