// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Registers have different names.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def S0 : Register<"r0"> { let Namespace = "Toy"; }
def Toy : Target;
// LABEL: 4: the other register
