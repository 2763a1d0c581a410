// ARGS: --gen-semantics -I ../../../crates/tablewright-test-support/td -I ../../../examples/semantics
// Where there is no operation for something in a pattern, the instruction is left without semantics.
include "classes.td"
class CondCode;
class PointerLikeRegClass<int kind> { int RegClassKind = kind; }
def EQ : CondCode;
def ptr_rc : PointerLikeRegClass<0>;
def setcc : SDNode<"ISD::SETCC", SDTypeProfile<1, 3, [SDTCisInt<0>, SDTCisSameAs<1, 2>, SDTCisVT<3, OtherVT>]>>;
def two : SDNode<"TISD::TWO", SDTypeProfile<2, 1, [SDTCisSameAs<0, 2>, SDTCisVT<1, i32>]>>;
def SETEQ : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (setcc GPR:$a, GPR:$b, EQ))]>;
def POINTER : I<(outs), (ins ptr_rc:$a), [(st R2, ptr_rc:$a)]>;
def TO_POINTER : I<(outs ptr_rc:$d), (ins GPR:$a), [(set ptr_rc:$d, (add GPR:$a, 1))]>;
// Only the counted layout has operations for these.
def leaf : ComplexPattern<i32, 1, "selectLeaf">;
def LEAF : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, leaf))]>;
def TWO : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (two GPR:$a))]>;
// A result that the equivalent node lacks is no register.
def one : SDNode<"TISD::ONE", SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>]>>;
def flags : SDNode<"TISD::FLAGS", SDTypeProfile<2, 1, [SDTCisSameAs<0, 2>, SDTCisVT<1, i32>]>>;
def : SDNodeEquiv<flags, one>;
def BOTH : I<(outs GPR:$d, GPR:$e), (ins GPR:$a), [(set GPR:$d, GPR:$e, (flags GPR:$a))]>;
// The instruction's own pattern does not take the place of such semantics.
def OVER : I<(outs), (ins GPR:$a), [(st GPR:$a, R2)]>;
def : Semantics<OVER, [(st (i32 (setcc GPR:$a, R2, EQ)), R2)]>;
def GOOD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, 1))]>;
