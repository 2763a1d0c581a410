// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner --gicombiner-debug-typeinfer --gicombiner-stop-after-parse
// Operands of one generic type form a group. What the apply list lacks is the type of a matched operand of the
// same group, of one that is defined if there is one.
include "classes.td"

def through_temps : GICombineRule<(defs root:$dst), (match (G_BUILD_VECTOR $dst, $x, $y)),
  (apply (G_FNEG $a, $x), (G_BUILD_VECTOR $b, $a, $y), (G_FNEG $dst, $b))>;
def immediates : GICombineRule<(defs root:$dst), (match (G_ADD $dst, 0, 3)), (apply (G_ADD $dst, 1, 2))>;
def Combiner : GICombiner<"ToyCombiner", [through_temps, immediates]>;
