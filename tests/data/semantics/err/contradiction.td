// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// A value has a type.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<ADD, [(set GPR:$d, (add GPR:$a, (f32 R0)))]>;
