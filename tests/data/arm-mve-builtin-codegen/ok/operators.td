// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Types that differ are variables, and those that agree for each intrinsic share one.
let params = [s8, u16] in
def vdup : Intrinsic<Vector, (args Vector:$a),
    (IRIntBase<"arm_mve_dup", [Vector, UVector, Predicate]> (IRIntBase<"arm_mve_vrev", [Vector]> $a))>;
// Records with the same code share it, the intrinsic of LLVM being a variable. Predicates become vectors of
// bits, and narrow integers are widened.
let params = [s16] in {
  def vmin_p : Intrinsic<Vector, (args Vector:$a, Scalar:$b, Predicate:$p),
                         (IRIntBase<"arm_mve_min"> $a, $b, $p)>;
  def vmax_p : Intrinsic<Vector, (args Vector:$a, Scalar:$b, Predicate:$p),
                         (IRIntBase<"arm_mve_max"> $a, $b, $p)>;
}
// What is the same in all is part of the code. A type that is an operand is part of it too, so that it
// keeps code apart.
let params = [u32] in {
  def vone : Intrinsic<Scalar, (args unpromoted<Predicate>:$p), (and $p, 1)>;
  def vtwo : Intrinsic<Scalar, (args unpromoted<Predicate>:$p), (and $p, 2)>;
  def vsame : Intrinsic<Vector, (args Vector:$a), (bitcast $a, Vector)>;
  def vother : Intrinsic<Vector, (args Vector:$a), (bitcast $a, Vec<u8>)>;
}
// Operations in order, variables, and an address as a pointer. The same text may use other variables.
let params = [u32] in {
  def vstep : Intrinsic<Vector, (args Ptr<u32>:$base),
      (seq (load $base):$from, (IRIntBase<"arm_mve_vidup", [Vector]> $from, $base):$pair,
           (store (extract $pair, 1), $base), (extract $pair, 0))>;
  def vleft : Intrinsic<Vector, (args Vector:$a, Vector:$b), (and (add $a, $b), $a)>;
  def vright : Intrinsic<Vector, (args Vector:$a, Vector:$b), (and (add $a, $b), $b)>;
}
// Conversions, addresses with an alignment, and numbers that types give.
let params = [s16, u32] in
def vconvert : Intrinsic<u64, (args CPtr<Scalar>:$a),
    (add (load (address (CPtr<Vector> $a), 4)), (u64 (load (address (CPtr<Scalar> $a), 2))),
         (s64 3), (unsignedflag Scalar), (bitsize Half))>;
// The kind in the name; an immediate as a number; a sequence in a sequence.
let params = [s32, f32] in
def vkind : Intrinsic<Vector, (args Vector:$a, Immediate<sint, IB_LaneIndex>:$i),
    (seq (seq (splat $a):$b, (IRIntBase<"arm_mve_kind", [], 1> $b)):$c, (extract $c, $i))>;
// Code of Clang's own, with its variables by name.
let params = [s8] in
def vld4q : Intrinsic<Tuple<4>, (args CPtr<Scalar>),
                      (CustomCodegen<"VLD24"> 4:$NumVectors, "Intrinsic::arm_mve_vld4q":$IRIntr)>;
let headerOnly = 1 in
def vredeclared : Intrinsic<Void, (args), (splat 1)>;
