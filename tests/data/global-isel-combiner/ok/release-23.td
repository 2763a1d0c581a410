// ARGS: --release 23 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A combiner knows the opcodes that its rules begin with. Of rules that are otherwise equal, those that check
// more come first. C++ is not shared.
include "actions.td"

def plain : Rule<(combine (G_ADD $dst, $x, $y), "return apply();")>;
def flags : Rule<(combine (G_ADD $dst, $x, $y, (MIFlags FmNoNans)), "return apply();")>;
def both_flags : Rule<(combine (G_ADD $dst, $x, $y, (MIFlags FmNoNans, (not FmNsz))), "return apply();")>;
def shared1 : Rule<(match (G_FNEG $dst, $x), "return check(${x});"), (apply (GIReplaceReg $dst, $x))>;
def shared2 : Rule<(match (G_FNEG $dst, $x), "return check(${x});"), (apply (G_FABS $dst, $x))>;

def Combiner : GICombiner<"ToyCombiner", [plain, flags, both_flags, shared1, shared2]>;
