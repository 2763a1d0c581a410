// ARGS: --gen-semantics -semantics-layout=counted -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
include "instructions.inc"
