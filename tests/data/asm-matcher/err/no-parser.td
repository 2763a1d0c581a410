// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude --asmparsernum=1
// The target has one parser, which is number 0.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def Toy : Target;
// LABEL: 7: the target
