// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Types are those of the default mode.
include "modes.inc"
