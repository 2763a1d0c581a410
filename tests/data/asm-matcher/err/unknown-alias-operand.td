// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// The string of an alias names its arguments.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a), "x $a">;
def Y : InstAlias<"y $a, $b", (X GPR:$a)>;
def Toy : Target;
