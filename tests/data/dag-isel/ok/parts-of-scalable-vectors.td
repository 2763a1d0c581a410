// ARGS: --release 24 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A fixed vector is part of a scalable vector with at least as many elements, so that the operand has the type `nxv2i16`.
include "classes.td"

def nxv1i16 : ValueType<16, 70>;
def nxv2i16 : ValueType<32, 71>;
class SDTCisSubVecOfVec<int operand, int other> : SDTypeConstraint<operand> { int OtherOpNum = other; }
def part : SDNode<"ISD::EXTRACT_SUBVECTOR", SDTypeProfile<1, 1, [SDTCisSubVecOfVec<0, 1>]>>;
def S0 : Register<"s0">;
def SPR : RegisterClass<"T", [nxv1i16, nxv2i16], 32, (add S0)> { let Size = 32; }
def CUT : I<(outs VPR:$d), (ins SPR:$a), [(set v2i16:$d, (part SPR:$a))]>;
