// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A token is no alias of itself.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : TokenAlias<"w", "w">;
def Toy : Target;
