// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Outputs have the classes of the instruction.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<ADD, [(set CCR:$d, (add GPR:$a, 1))]>;
