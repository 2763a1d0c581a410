// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// An intrinsic for each type, with a full and a short name.
let params = [s8, u16, f32] in
def vaddq : Intrinsic<Vector, (args Vector:$a, Vector:$b), (add $a, $b)>;
// A suffix in the middle of the name is left out too; another record has the name.
let params = [u8], pnt = PNT_NType in
def vaddq_n_u : Intrinsic<Vector, (args Vector:$a, unpromoted<Scalar>:$b), (add $a, (splat $b))>,
                NameOverride<"vaddq_n">;
// Without a parameter there is one name, and there are no vectors.
let pnt = PNT_None in
def lsll : Intrinsic<u64, (args u64:$a, sint), (add $a, 1)>;
// Another letter in the name; types of other sizes and kinds.
let params = [u8], overrideKindLetter = "p" in
def vmull : Intrinsic<Vec<Double>, (args Vector:$a, UVector), (bitcast $a, Vec<Double>)>;
// Structures of vectors; pointers, also as a result.
let params = [s16] in {
  def vld2q : Intrinsic<Tuple<2>, (args CPtr<Scalar>), (CustomCodegen<"VLD24"> 2:$NumVectors)>;
  def vnext : Intrinsic<Ptr<Scalar>, (args Ptr<Scalar>:$p, Predicate), (add $p, 1)>;
}
// The short name only; a name that is not evaluated.
let params = [s32], polymorphicOnly = 1, nonEvaluating = 1, pnt = PolymorphicNameType<1, "polymorphic"> in
def vundef_polymorphic : Intrinsic<Vector, (args Vector), (bitcast Vector)>;
// Of several with the same full name, the last record counts.
let pnt = PNT_None in {
  def twice_a : Intrinsic<u32, (args u32), (bitcast 0)>, NameOverride<"twice">;
  def twice_b : Intrinsic<s32, (args), (bitcast 1)>, NameOverride<"twice">;
}
