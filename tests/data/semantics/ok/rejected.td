// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// The counted layout has no room for these, of which nobody is told: two registers that change, one that
// changes without any value, a result without a type.
include "classes.td"
def untyped : ValueType<8, 193>;
def read : SDNode<"TISD::READ", SDTypeProfile<1, 0, []>>;
def bar : SDNode<"TISD::BAR", SDTypeProfile<0, 0, []>, [SDNPHasChain]>;
def U : RegisterClass<"T", [untyped], 32, (add F0)> { let Size = 32; }
let Defs = [CC, R1] in
def MULTI : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, 7))]>;
let Defs = [CC] in
def BARRIER : I<(outs), (ins), [(bar)]>;
def READ : I<(outs U:$d), (ins), [(set U:$d, (read))]>;
def three : SDNode<"TISD::THREE", SDTypeProfile<3, 1, [SDTCisVT<0, i32>, SDTCisVT<1, i32>,
                                                       SDTCisVT<2, i32>]>>;
// The constant of semantics that are rejected has a place all the same. The instruction's own pattern is not
// rejected, and takes the place.
let Defs = [CC, R1] in
def OWN : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, R1, CC, (three GPR:$a))]>;
def : Semantics<OWN, [(set GPR:$d, (add GPR:$a, 8)), (implicit CC)]>;
