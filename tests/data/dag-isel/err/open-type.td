// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A value may have several types.
include "classes.td"
def extractsize : SDNode<"ISD::SIZE", SDTypeProfile<1, 1, [SDTCisInt<0>]>>;
def X : I<(outs GPR:$d), (ins VPR:$a), []>;
def : Pat<(i32 (extractsize VPR:$v)), (X VPR:$v)>;
