// ARGS: --release 24 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
include "actions.td"

def GIHasOneUse : GIBuiltinInst;
def not_defined : Rule<(match (G_SUB $dst, $x, $y), (GIHasOneUse $y)), (apply (GIReplaceReg $dst, $x))>;
def no_operand : Rule<(match (G_SUB $dst, $x, $y), (GIHasOneUse)), (apply (GIReplaceReg $dst, $x))>;
def number : Rule<(match (G_SUB $dst, $x, $y), (GIHasOneUse 0)), (apply (GIReplaceReg $dst, $x))>;
def applied : Rule<(match (G_SUB $dst, $x, $y)), (apply (GIReplaceReg $dst, $x), (GIHasOneUse $x))>;
def opcode : Rule<(match (wip_match_opcode G_SUB):$dst, (GIHasOneUse $dst)), (apply "apply();")>;
def as_root : Rule<(match (G_SUB $x, $y, $z), (GIHasOneUse $x):$dst), (apply "apply();")>;
def Combiner : GICombiner<"ToyCombiner", [not_defined, no_operand, number, applied, opcode, as_root]>;
