// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// What types do not follow from the trees follows from operands.
include "classes.td"
def trunc : SDNode<"ISD::TRUNCATE", SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>]>>;
def TRUNC : I<(outs GPR:$d), (ins word:$i), []>;
def : Semantics<TRUNC, [(set GPR:$d, (trunc imm:$i))]>;
