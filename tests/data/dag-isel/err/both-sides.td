// ARGS: --gen-dag-isel --release 23 -I ../../../crates/tablewright-test-support/td
// What a pattern creates is checked, too, where what it matches cannot be read.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def A : Pat<(i32 (ld (i32:$a))), (X $a)>;
def B : Pat<(i32 (add GPR:$a)), (X $a)>;
def C : Pat<(i32 (ld (i32:$a))), (X $a, $b)>;
