// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// The last operand cannot be tied to itself: the reference reads beyond its operands here.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs), (ins GPR:$a, GPR:$b), "x $a, $b"> {
  let TwoOperandAliasConstraint = "$b = $b";
}
def Toy : Target;
// LABEL: 8: the field 'TwoOperandAliasConstraint' is set here
