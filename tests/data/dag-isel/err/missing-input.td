// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A name of the result is not matched.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(sub GPR:$a, 1), (X GPR:$b)>;
