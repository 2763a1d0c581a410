// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A fragment has another number of arguments than parameters.
include "classes.td"
def f : PatFrag<(ops node:$a), (sub node:$a, 1)>;
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (f GPR:$a, 2))]>;
