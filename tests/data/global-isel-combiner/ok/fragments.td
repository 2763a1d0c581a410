// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner --gicombiner-debug-cxxpreds
// A rule that uses fragments becomes a rule for each choice of their alternatives. What a fragment does not
// name in its parameters is its own.
include "classes.td"

def extended : GICombinePatFrag<(outs root:$dst, $narrow), (ins gi_imm:$limit), [
  (pattern (G_ZEXT $dst, $narrow), (G_ADD $narrow, $x, $limit)),
  (pattern (G_SEXT $dst, $narrow), (G_SUB $narrow, $x, $limit), "return fits(${x}, ${limit});")
]>;
def is_one_of : GICombinePatFrag<(outs), (ins $value), [
  (pattern "return isOne(${value});"), (pattern "return isMinusOne(${value});")
]>;

def both : GICombineRule<(defs root:$dst),
  (match (G_MUL $dst, $wide, $factor), (extended $wide, $narrow, 3):$ext, (is_one_of $factor):$is),
  (apply (G_ZEXT $dst, $narrow))>;
def as_root : GICombineRule<(defs root:$dst), (match (extended $dst, i32:$narrow, (i32 5))),
                            (apply (COPY $dst, $narrow))>;

def Combiner : GICombiner<"ToyCombiner", [both, as_root]>;
