// ARGS: --gen-instr-docs -I ../fast-isel -I ../../../examples/toy-target/prelude
include "../fast-isel/toy.inc"
include "../instr-docs/open.inc"
def X : Open<(outs GPR:$d), (ins GPR:$a, GPR:$b), []> { let mayStore = true; }
def : Pattern<(mul i32:$a, i32:$b), [(X GPR:$a, GPR:$b)]>;
