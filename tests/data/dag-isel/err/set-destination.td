// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A value is set that is no register.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set (sub GPR:$a, 1), GPR:$a)]>;
