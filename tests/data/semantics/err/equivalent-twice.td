// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// A node stands for one other node.
include "classes.td"
def own : SDNode<"TISD::OWN", Binary>;
def First : SDNodeEquiv<own, add>;
def Second : SDNodeEquiv<own, sub>;
