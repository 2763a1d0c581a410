// ARGS: --gen-asm-writer
// An operand of two parts is printed by one call, and the operand behind it is the fourth of the
// machine instruction.
include "classes.td"
include "toy.inc"
def Toy : Target;
// There has to be another way to go on after the text.
def NOP : I<(outs), (ins), "nop">;

def simm : Operand<i16>;
def mem : Operand<i16> {
  let PrintMethod = "printMem";
  let MIOperandInfo = (ops GPR:$base, simm:$disp);
}
def LD : I<(outs GPR:$d), (ins mem:$m, simm:$i), "ld\t$d, $m, $i">;
def LDX : I<(outs GPR:$d), (ins mem:$m, simm:$i), "ldx\t$d, $m, $i">;
