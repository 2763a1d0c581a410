// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Operands have the classes of the instruction.
include "classes.td"
def ADD : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<ADD, [(set GPR:$d, (add CCR:$a, 1))]>;
