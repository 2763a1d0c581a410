// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An operand that is a register has a class of registers.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def op : RegisterOperand<?>;
def X : I<(outs), (ins op:$a), "x $a">;
def Toy : Target;
