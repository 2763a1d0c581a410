// ARGS: --gen-asm-writer
include "classes.td"
include "toy.inc"
def Toy : Target;
def simm : Operand<i16>;
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def ADD : I<(outs GPR:$d), (ins GPR:$a, simm:$i), "add $d, $a, $i">;
def X : InstAlias<"x $a", (ADD GPR:$a, simm:$a, 0)>;
// LABEL: 4: the one is defined here
// LABEL: 5: the other is defined here
