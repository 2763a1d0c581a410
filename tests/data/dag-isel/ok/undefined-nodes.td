// ARGS: --release 24 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A node `undef` has a step of its own, which is no opcode to switch on.
include "classes.td"

def undef : SDNode<"ISD::UNDEF", SDTypeProfile<1, 0, []>>;
def word_or : SDNode<"ISD::OR", Binary>;

def COPY_ADD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (word_or GPR:$a, (i32 undef)))]>;
def ADD_ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c), [(set GPR:$d, (word_or GPR:$a, (add GPR:$b, GPR:$c)))]>;
