// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A name is not used in the result.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(sub GPR:$a, GPR:$b), (X GPR:$a)>;
