// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td --instrument-coverage --omit-comments
// Indices of patterns, where they are described, and no comments.
include "classes.td"

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
multiclass M { def Y : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, 1000))]>; }
defm Z : M;
def : Pat<(add GPR:$a, GPR:$b), (SUB GPR:$a, (SUB GPR:$a, GPR:$b))>;
