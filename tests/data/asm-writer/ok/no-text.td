// ARGS: --gen-asm-writer
// An instruction may have no text at all, or none in the dialect that is printed.
include "classes.td"
include "toy.inc"
def Toy : Target;

def NONE : I<(outs), (ins), "">;
def OTHER : I<(outs), (ins), "{|other}">;
def NOP : I<(outs), (ins), "nop">;
