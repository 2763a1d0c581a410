// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A class of operands is not contained in itself.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : Class<"X"> { let SuperClasses = [X]; }
def Toy : Target;
// LABEL: 7: the field 'SuperClasses' is set here
