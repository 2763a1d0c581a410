// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An operand that a string names has a class of operands.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def op : Operand<i16> { let ParserMatchClass = ?; }
def X : I<(outs), (ins op:$a), "x $a">;
def Toy : Target;
// LABEL: 7: the field 'ParserMatchClass' is set here
