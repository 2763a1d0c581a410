// ARGS: --gen-asm-writer
// A text that another one ends with is not stored again: `d` stands at the end of `ld`.
include "classes.td"
include "toy.inc"
def Toy : Target;
// There has to be another way to go on after the text.
def NOP : I<(outs), (ins), "nop">;

def LD : I<(outs), (ins GPR:$a), "ld\t$a">;
def D : I<(outs), (ins GPR:$a), "d\t$a">;
