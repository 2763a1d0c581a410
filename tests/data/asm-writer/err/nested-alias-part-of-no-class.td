// ARGS: --gen-asm-writer --release 22
include "classes.td"
include "toy.inc"
def Toy : Target;
def simm : Operand<i16>;
def mem : Operand<i16> { let MIOperandInfo = (ops GPR:$base, simm:$disp); }
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def LD : I<(outs GPR:$d), (ins mem:$m), "ld $d, $m">;
def X : InstAlias<"x $d", (LD GPR:$d, (mem 0, 0))>;
