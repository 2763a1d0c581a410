// ARGS: --gen-asm-writer
include "classes.td"
include "toy.inc"
def Toy : Target;
def simm : Operand<i16>;
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def ADD : I<(outs GPR:$d), (ins GPR:$a, simm:$i), "add $d, $a, $i">;
def Other;
def X : InstAlias<"x", (Other)>;
