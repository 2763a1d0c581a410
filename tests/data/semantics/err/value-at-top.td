// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// A value has to go somewhere.
include "classes.td"
def ADD : I<(outs), (ins GPR:$a), []>;
def : Semantics<ADD, [(add GPR:$a, 1)]>;
