// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An operand of several parts is one operand if it has a class, otherwise one for each part.
include "toy.inc"
def Mem : Class<"Mem">;
def mem : Operand<i16> { let MIOperandInfo = (ops GPR, simm); let ParserMatchClass = Mem; }
def pair : Operand<i16> { let MIOperandInfo = (ops GPR:$a, simm:$b); }
def A : I<(outs), (ins mem:$m), "a $m">;
def B : I<(outs), (ins pair:$m), "b $m">;
def C : I<(outs GPR:$d), (ins pair:$m, GPR:$s), "c $s, $m">;
def Toy : Target;
