// ARGS: --release 24 --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A function returns the register class of a class of operands.
include "toy.inc"
def X : I<(outs), (ins), "x"> { let AsmMatchConverter = "cvtX"; }
def Toy : Target;
