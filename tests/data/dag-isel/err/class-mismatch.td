// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An operand and a leaf of the pattern disagree.
include "classes.td"
def X : I<(outs GPR:$d), (ins Byte:$a), [(set GPR:$d, (sub GPR:$a, 1))]>;
