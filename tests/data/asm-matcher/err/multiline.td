// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction is one line.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def TWO : I<(outs), (ins), "two\nlines">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
