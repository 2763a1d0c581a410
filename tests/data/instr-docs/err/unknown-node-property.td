// ARGS: --gen-instr-docs -I ../fast-isel -I ../../../examples/toy-target/prelude
include "../fast-isel/toy.inc"
include "../instr-docs/open.inc"
def Odd : SDNodeProperty;
def odd : Effects<"ISD::ODD", 1, 1, [Odd]>;
def X : Open<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (odd i32:$a))]>;
