// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner --gicombiner-stop-after-parse
// Rules are described as they were read, with inferred types.
include "classes.td"

def constant_of : GICombinePatFrag<(outs root:$dst), (ins gi_imm:$value, $x), [
  (pattern (G_CONSTANT $dst, $value)), (pattern (G_ADD $dst, $x, $value), "return \"all\\n\";")
]>;
def Data : GIDefMatchData<"Register">;
def fragment : GICombineRule<(defs root:$dst),
  (match (G_MUL $dst, $x, $c, (MIFlags FmNsz)):$mul, (constant_of $c, (i32 2), $x)),
  (apply (G_ADD $dst, $x, i32:$x, (MIFlags $mul, (not FmNsz))))>;
def by_code : GICombineRule<(defs root:$mi, Data:$data), (match (wip_match_opcode G_ADD, G_SUB):$mi),
                         (apply "apply(*${mi});")>;
def Combiner : GICombiner<"ToyCombiner", [fragment, by_code]>;
