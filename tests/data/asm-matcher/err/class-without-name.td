// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A class of operands has a name.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : AsmOperandClass;
def Toy : Target;
