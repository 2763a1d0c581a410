// ARGS: --gen-asm-writer
// The method that prints an operand relative to the program counter is given the address.
include "classes.td"
include "toy.inc"
def Toy : Target;
// There has to be another way to go on after the text.
def NOP : I<(outs), (ins), "nop">;

def target : Operand<i16> {
  let PrintMethod = "printTarget";
  let OperandType = "OPERAND_PCREL";
}
def JMP : I<(outs), (ins target:$t), "jmp\t$t">;
def CALL : I<(outs), (ins target:$t), "call\t$t">;
