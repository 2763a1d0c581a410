// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An operand of the instruction does not occur in its pattern.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, 1))]>;
