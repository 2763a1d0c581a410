// ARGS: --gen-asm-writer
// The text of an instruction can begin with an operand.
include "classes.td"
include "toy.inc"
def Toy : Target;
// There has to be another way to go on after the text.
def NOP : I<(outs), (ins), "nop">;

def SET : I<(outs GPR:$d), (ins GPR:$a), "$d := $a">;
def ADDTO : I<(outs GPR:$d), (ins GPR:$a), "$d += $a">;
