// ARGS: --release 24 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A member of a combiner checks whether any rule begins with an opcode.
include "actions.td"

def plain : Rule<(combine (G_ADD $dst, $x, $y), "return apply();")>;
def shared : Rule<(match (G_FNEG $dst, $x), "return check(${x});"), (apply (GIReplaceReg $dst, $x))>;

def Combiner : GICombiner<"ToyCombiner", [plain, shared]>;
