// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// What is changed besides is a register.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<ADD, [(set GPR:$d, (add GPR:$a, 1)), (implicit GPR)]>;
