// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A matcher does not check that the operand is a pointer, and no legal type is smaller than i8.
include "classes.td"
def addr : ComplexPattern<iPTR, 1, "select">;
def zext : SDNode<"ISD::ZERO_EXTEND", SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<1, 0>]>>;
def X : I<(outs Byte:$d), (ins word:$a), []>;
def A : Pat<(i8 (zext addr:$a)), (X addr:$a)>;
