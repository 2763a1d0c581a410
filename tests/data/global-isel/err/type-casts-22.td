// ARGS: --release 22 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A pattern states the types of all results of a node or of the first.
include "classes.td"
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def : Pat<([i32, i32] (sub GPR:$a, GPR:$b)), (SUB $a, $b)>;
