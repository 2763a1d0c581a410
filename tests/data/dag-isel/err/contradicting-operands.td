// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Two operands of a node have types of which the node needs one.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a, Byte:$b), [(set GPR:$d, (sub GPR:$a, Byte:$b))]>;
// LABEL: 9: i32: GPR has this type
// LABEL: 10: i8: Byte has this type
