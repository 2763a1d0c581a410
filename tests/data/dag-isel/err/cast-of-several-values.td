// ARGS: --gen-dag-isel --release 19 -I ../../../crates/tablewright-test-support/td
// A type is stated of a node with two values, and of one without any.
include "classes.td"
def two : SDNode<"TISD::TWO", SDTypeProfile<2, 1, []>>;
def none : SDNode<"TISD::NONE", SDTypeProfile<0, 1, []>>;
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def A : Pat<(i32 (two GPR:$a)), (X $a)>;
def B : Pat<(i32 (none GPR:$a)), (X $a)>;
