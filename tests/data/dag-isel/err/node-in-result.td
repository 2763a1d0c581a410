// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A node is made.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(sub GPR:$a, 1), (X (sub GPR:$a, 1))>;
