// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction can leave out an operand that is the same as another.
include "toy.inc"
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add $d, $a, $b"> {
  let TwoOperandAliasConstraint = "$a = $d";
}
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "sub $d, $a, $b"> {
  let TwoOperandAliasConstraint = "$d = $a";
}
// An operand tied to itself is replaced by the one behind it.
def AND : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "and $d, $a, $b"> {
  let TwoOperandAliasConstraint = "$a = $a";
}
def NEG : I<(outs GPR:$d), (ins GPR:$a), "neg $d, $a">;
def Toy : Target;
