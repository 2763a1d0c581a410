// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// The pattern of an instruction has a value.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(sub GPR:$a, 1)]>;
