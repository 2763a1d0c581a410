// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// What is made has another type than what is matched.
include "classes.td"
def X : I<(outs FPR:$d), (ins GPR:$a), []>;
def : Pat<(i32 (sub GPR:$a, 1)), (X GPR:$a)>;
// LABEL: 4: f32: output FPR:$d of X
