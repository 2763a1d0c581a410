// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// An operator is no node.
include "classes.td"
def foo;
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (foo GPR:$a))]>;
