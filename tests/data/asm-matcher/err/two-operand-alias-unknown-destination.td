// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// The operand that is used in its place is in the string.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b"> {
  let TwoOperandAliasConstraint = "$a = $x";
}
def Toy : Target;
// LABEL: 8: the field 'TwoOperandAliasConstraint' is set here
