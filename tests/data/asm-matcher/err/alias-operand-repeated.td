// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An alias may name an argument twice only where operands are tied.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b">;
def Y : InstAlias<"y $a, $a", (X GPR:$a, R0)>;
def Toy : Target;
