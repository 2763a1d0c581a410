// ARGS: --gen-instr-docs -I ../fast-isel -I ../../../examples/toy-target/prelude
include "../fast-isel/toy.inc"
include "../instr-docs/open.inc"
def X : Open<(outs GPR:$d), (ins GPR:$p), [(set i32:$d, (ld i32:$p))]> { let mayLoad = false; }
