// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction has a mnemonic.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def NONE : I<(outs), (ins), " , ">;
def Toy : Target;
// LABEL: 13: the field 'AsmString' is set here
