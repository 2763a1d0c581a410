// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A pattern that can never match is left out.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(add 1, GPR:$a), (X GPR:$a)>;
