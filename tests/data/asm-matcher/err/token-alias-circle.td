// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Aliases of tokens do not form a circle.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : TokenAlias<"v", "w">;
def Y : TokenAlias<"w", "v">;
def Toy : Target;
