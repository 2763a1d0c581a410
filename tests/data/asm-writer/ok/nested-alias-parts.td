// ARGS: --gen-asm-writer --release 22
// Since LLVM 22 the parts of an operand are a dag of their own in the result of an alias.
include "classes.td"
include "toy.inc"
def Toy : Target;
def simm : Operand<i16>;
def mem : Operand<i16> { let MIOperandInfo = (ops GPR:$base, simm:$disp); }
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def LD : I<(outs GPR:$d), (ins mem:$m), "ld $d, $m">;
def : InstAlias<"clr $d", (LD GPR:$d, (mem R0, 0))>;
def : InstAlias<"pop $d", (LD GPR:$d, (mem GPR:$d, 2))>;
