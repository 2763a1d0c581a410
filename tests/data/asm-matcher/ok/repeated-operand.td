// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction that names an operand twice is left out, unless a method of the target makes it.
include "toy.inc"
def A : I<(outs), (ins GPR:$a), "a $a, $a">;
def B : I<(outs), (ins GPR:$a), "b $a, $a"> { let AsmMatchConverter = "cvtB"; }
def C : I<(outs), (ins GPR:$a), "c $a">;
def Toy : Target;
