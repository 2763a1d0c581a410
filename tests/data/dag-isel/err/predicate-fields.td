// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Conditions of a fragment contradict each other.
include "classes.td"
def f : PatFrag<(ops node:$a), (ld node:$a)> { let MemoryVT = i8; let HasOneUse = true; }
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (f GPR:$a))]>;
