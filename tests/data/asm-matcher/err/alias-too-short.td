// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An alias has an argument for each operand.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b">;
def Y : InstAlias<"y $a", (X GPR:$a)>;
def Toy : Target;
