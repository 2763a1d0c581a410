// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A constraint relates two operands.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b"> {
  let TwoOperandAliasConstraint = "$a";
}
def Toy : Target;
// LABEL: 8: the field 'TwoOperandAliasConstraint' is set here
