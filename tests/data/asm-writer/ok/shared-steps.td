// ARGS: --gen-asm-writer
// Instructions whose text goes on alike share the steps that print the rest: here those of the
// second and third operand.
include "classes.td"
include "toy.inc"
def Toy : Target;

def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add\t$d, $a, $b">;
def AND : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "and\t$d, $a, $b">;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "sub\t$d, $a, $b">;
