// ARGS: --release 23 --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Since release 23 the conversion by a method of the target counts for the width of the table.
include "toy.inc"
def X : I<(outs), (ins), "x"> { let AsmMatchConverter = "cvtX"; }
def Toy : Target;
