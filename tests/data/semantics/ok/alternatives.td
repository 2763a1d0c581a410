// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Of the alternatives of a fragment, the one without a chain is taken.
include "classes.td"
def strict : SDNode<"TISD::STRICT", SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>]>, [SDNPHasChain]>;
def relaxed : SDNode<"TISD::RELAXED", SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>]>>;
def any : PatFrags<(ops node:$a), [(strict node:$a), (relaxed node:$a)]>;
def ANY : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (any GPR:$a))]>;
