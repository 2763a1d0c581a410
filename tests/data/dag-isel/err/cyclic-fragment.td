// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A fragment contains itself; the reference crashes.
include "classes.td"
def X : Instruction;
def f : PatFrag<(ops node:$a), (sub node:$a, 1)> { let Fragments = [(f node:$a)]; }
