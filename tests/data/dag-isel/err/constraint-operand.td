// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A profile demands a type of an operand that the node does not have.
include "classes.td"
def odd : SDNode<"ISD::ODD", SDTypeProfile<1, 1, [SDTCisVT<300, i32>]>>;
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (odd GPR:$a))]>;
