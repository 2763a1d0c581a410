// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An instruction has more operands in a result than it takes.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(sub GPR:$a, 1), (X GPR:$a, GPR:$a)>;
