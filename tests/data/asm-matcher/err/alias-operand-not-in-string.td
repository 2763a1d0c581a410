// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// The string of an alias names all arguments.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b">;
def Y : InstAlias<"y $a", (X GPR:$a, GPR:$b)>;
def Toy : Target;
