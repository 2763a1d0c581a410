// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Braces of a reference are closed.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a), "x ${a">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
