// ARGS: --release 24 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A member of a combiner checks whether any rule begins with an opcode. A rule with more checks of an instruction precedes
// rules with other opcodes, and a rule with a check of an operand.
include "actions.td"

def plain : Rule<(combine (G_ADD $dst, $x, $y), "return apply();")>;
def shared : Rule<(match (G_FNEG $dst, $x), "return check(${x});"), (apply (GIReplaceReg $dst, $x))>;

def constant : Rule<(match (G_SUB $dst, $x, 0)), (apply (GIReplaceReg $dst, $x))>;
def checked : Rule<(match (G_SUB $dst, $x, $y), "return check(${y});"), (apply (GIReplaceReg $dst, $x))>;

def twice : Rule<(match (G_SUB $dst, $x, $y), "return check(${x});", "return check(${y});"),
                 (apply (GIReplaceReg $dst, $x))>;

def Combiner : GICombiner<"ToyCombiner", [plain, shared, constant, checked, twice]>;
