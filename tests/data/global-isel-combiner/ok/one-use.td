// ARGS: --release 24 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// `GIHasOneUse` checks the instruction that defines its operand, after its opcode and flags. It can name the result of the root
// and of a fragment.
include "actions.td"

def GIHasOneUse : GIBuiltinInst;
def Negated : GICombinePatFrag<(outs root:$n), (ins $x), [(pattern (G_FNEG $n, $x))]>;

def nested : Rule<(match (GIHasOneUse $n), (G_FNEG $n, $x, (MIFlags FmNsz)), (G_FADD $dst, $x, $n)),
                  (apply (GIReplaceReg $dst, $x))>;
def root_of_rule : Rule<(match (G_SUB $dst, $x, $y), (GIHasOneUse $dst)), (apply (GIReplaceReg $dst, $x))>;
def in_fragment : Rule<(match (Negated $n, $x), (G_MUL $dst, $x, $n), (GIHasOneUse $n)),
                       (apply (GIReplaceReg $dst, $x))>;

def Combiner : GICombiner<"ToyCombiner", [nested, root_of_rule, in_fragment]>;
