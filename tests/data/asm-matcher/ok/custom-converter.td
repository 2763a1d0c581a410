// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A method of the target can make the instruction, unless an alias asks not to.
include "toy.inc"
def X : I<(outs GPR:$d), (ins GPR:$s), "x $d, $s, $s"> { let AsmMatchConverter = "cvtX"; }
def : InstAlias<"y $d, $s", (X GPR:$d, GPR:$s)>;
def : InstAlias<"z $d, $s", (X GPR:$d, GPR:$s)> { let UseInstAsmMatchConverter = false; }
def Toy : Target;
