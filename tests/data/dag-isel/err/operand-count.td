// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A node has another number of operands than its profile.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a))]>;
