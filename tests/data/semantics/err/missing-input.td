// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// All inputs are read.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def : Semantics<ADD, [(set GPR:$d, (add GPR:$a, 1))]>;
