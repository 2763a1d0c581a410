// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Semantics in the place of a pattern, and a node that stands for another one.
include "classes.td"

// The result replaces a part of the register, which is read before it is set.
def INSERT : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Semantics<INSERT, [(set GPR:$d, (and GPR:$d, GPR:$a))]>;

def addflags : SDNode<"TISD::ADD_FLAGS", SDTypeProfile<2, 2, [
  SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>, SDTCisVT<1, i32>, SDTCisInt<0>
]>>;
def ADDCC : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, CC, (addflags GPR:$a, GPR:$b))]>;
def : SDNodeEquiv<addflags, add>;
