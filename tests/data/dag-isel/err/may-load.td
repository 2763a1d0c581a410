// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A pattern loads and its instruction does not.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, 1))]>;
def : Pat<(i32 (sub (ld GPR:$a), 1)), (X GPR:$a)>;
