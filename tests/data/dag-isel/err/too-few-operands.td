// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An instruction has fewer operands in a result than it needs.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def : Pat<(sub GPR:$a, 1), (X GPR:$a)>;
