// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A complex pattern at the root does not say which nodes it matches.
include "classes.td"
def addr : ComplexPattern<i32, 1, "select">;
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(i32 addr:$a), (X GPR:$a)>;
