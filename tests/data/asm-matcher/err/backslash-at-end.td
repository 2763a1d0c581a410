// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A backslash stands before a character.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins), "x \\">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
