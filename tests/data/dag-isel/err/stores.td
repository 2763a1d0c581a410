// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An instruction does what it is said not to do.
include "classes.td"
let mayStore = false in
def X : I<(outs), (ins GPR:$a, GPR:$b), [(st GPR:$a, GPR:$b)]>;
