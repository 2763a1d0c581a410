// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// An equivalent node has no further results.
include "classes.td"
def two : SDNode<"TISD::TWO", SDTypeProfile<2, 2, [SDTCisSameAs<0, 1>]>>;
def : SDNodeEquiv<add, two>;
