// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An alias gives operands, numbers and registers, by its own classes of operands.
include "toy.inc"
def zero_reg;
def MOV : I<(outs GPR:$d), (ins GPR:$s, simm:$i, GPR:$z), "mov $d, $s, $i, $z">;
def mem : Operand<i16> { let MIOperandInfo = (ops GPR:$base, simm:$offset); }
def MEM : I<(outs GPR:$d), (ins mem:$m), "ld $d, $m">;
def : InstAlias<"copy $a, $b", (MOV GPR:$a, GPR:$b, 7, R2)>;
def : InstAlias<"clear $a", (MOV GPR:$a, R0, -3, zero_reg)>;
def : InstAlias<"low $a, $b, $c", (MOV Low:$a, Low:$b, simm:$c, R0)>;
def : InstAlias<"ld $d, [$m.base, $m.offset]", (MEM GPR:$d, mem:$m)>;
def : InstAlias<"ldx $d, $b", (MEM GPR:$d, GPR:$b, 0)>;
def Toy : Target;
