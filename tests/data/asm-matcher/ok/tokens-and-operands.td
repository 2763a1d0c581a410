// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Each token of an assembly string but the mnemonic has a class.
include "toy.inc"
def NOP : I<(outs), (ins), "nop">;
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add\t$d, $a, $b">;
def ADDI : I<(outs GPR:$d), (ins GPR:$a, simm:$i), "add\t$d, $a, $i">;
def LD : I<(outs GPR:$d), (ins GPR:$a), "ld\t$d, [${a}]!">;
def SWAP : I<(outs), (ins Low:$a, Low:$b), "swap\t$a, $b">;
def RET : I<(outs), (ins), "jmp r7">;
def BRACE : I<(outs), (ins), "jmp \\{$0\\}">;
def Toy : Target;
