// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An instruction is matched.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (Y1 GPR:$a))]>;
