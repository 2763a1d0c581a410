// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An input has no name.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, GPR))]>;
