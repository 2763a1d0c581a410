// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A name of the pattern is no operand of the instruction.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, GPR:$c))]>;
