// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// All types follow from the trees and the operands.
include "classes.td"
def sink : SDNode<"TISD::SINK", SDTypeProfile<0, 1, []>>;
def DROP : I<(outs), (ins VPR:$a), []>;
def : Semantics<DROP, [(sink (add VPR:$a, VPR:$a))]>;
