// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A super class is a class of operands.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : Class<"X"> { let SuperClasses = [?, ImmAsmOperand, ?]; }
def Toy : Target;
// LABEL: 7: the field 'SuperClasses' is set here
