// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction begins with its mnemonic, unless the parser says otherwise.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def SET : I<(outs), (ins GPR:$a), "$a = 1">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
