// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// There is a result for each destination.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<ADD, [(set GPR:$d, CC, (add GPR:$a, 1))]>;
