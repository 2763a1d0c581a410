// ARGS: --gen-instr-docs -I ../fast-isel -I ../../../examples/toy-target/prelude
include "../fast-isel/toy.inc"
include "../instr-docs/open.inc"
def X : Open<(outs), (ins), [(trap)]> { let hasSideEffects = false; }
