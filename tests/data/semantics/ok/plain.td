// ARGS: --gen-semantics -semantics-layout=plain -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
include "instructions.inc"
