// ARGS: --gen-asm-writer
include "classes.td"
include "toy.inc"
def SubtargetWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let AssemblyWriters = [SubtargetWriter]; }
def simm : Operand<i16>;
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def ADD : I<(outs GPR:$d), (ins GPR:$a, simm:$i), "add $d, $a, $i">;
class Asm<dag condition> : Predicate<"">, AssemblerPredicate<condition>;
def F : SubtargetFeature<"f", "HasF", "true", "">;
def P : Asm<(all_of F, R0)>;
def X : InstAlias<"x $d", (ADD GPR:$d, R0, 1)> { let Predicates = [P]; }
