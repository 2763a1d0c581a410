// ARGS: --gen-asm-writer
// An operand that the result of the alias does not have: what is printed is the first one.
include "classes.td"
include "toy.inc"
def Toy : Target;
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins GPR:$x), "b $x">;
def C : I<(outs), (ins), "c">;
def : InstAlias<"bb $y", (B GPR:$x)>;
