// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A string names operands of its instruction.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a), "x $a, $b">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
