// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A fragment uses a name that is no parameter.
include "classes.td"
def f : PatFrag<(ops node:$a), (sub node:$a, node:$b)>;
def X : Instruction;
