// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// An instruction has one semantics.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def First : Semantics<ADD, [(set GPR:$d, (add GPR:$a, 1))]>;
def Second : Semantics<ADD, [(set GPR:$d, (add GPR:$a, 2))]>;
