// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A tied operand is copied. Where a string names it twice, both have to be the same register.
include "toy.inc"
def INC : I<(outs GPR:$d), (ins GPR:$s), "inc $s", "$d = $s">;
def ADD : I<(outs GPR:$d), (ins GPR:$s, GPR:$a), "add $d, $s, $a", "$d = $s">;
def SUB : I<(outs GPR:$d), (ins GPR:$s, Low:$a), "sub $d, $a", "$d = $s">;
def : InstAlias<"twice $r, $r", (ADD GPR:$r, GPR:$r)>;
def : InstAlias<"plus $r, $r, $a", (ADD GPR:$r, GPR:$a)>;
def Toy : Target;
