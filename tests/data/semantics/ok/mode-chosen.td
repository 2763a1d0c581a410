// ARGS: --gen-semantics -semantics-layout=counted -semantics-mode=Wide -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Types are those of the mode that is given.
include "modes.inc"
