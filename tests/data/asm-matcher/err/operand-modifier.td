// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Modifiers of operands are for printing only.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def MOD : I<(outs), (ins GPR:$a), "mod ${a:high}">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
