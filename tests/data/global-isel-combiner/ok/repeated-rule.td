// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner --gicombiner-stop-after-parse
// A rule that is listed twice counts once.
include "classes.td"

def Rule : GICombineRule<(defs root:$dst), (match (G_FNEG $dst, $x)), (apply (G_FABS $dst, $x))>;
def Group : GICombineGroup<[Rule]>;
def Combiner : GICombiner<"ToyCombiner", [Group, Rule]>;
