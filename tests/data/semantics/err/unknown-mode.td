// ARGS: --gen-semantics -semantics-mode=Narrow -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// The mode is one of the description.
include "modes.inc"
