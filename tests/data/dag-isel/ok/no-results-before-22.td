// ARGS: --release 19 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Before release 22 the opcode of a node without results could say what those of nodes with results say.
include "classes.td"

def none : SDNode<"TOY::NONE", SDTypeProfile<0, 1, [SDTCisInt<0>]>>;
def glue : SDNode<"TOY::GLUE", SDTypeProfile<0, 1, [SDTCisInt<0>]>, [SDNPOutGlue]>;
def chain : SDNode<"TOY::CHAIN", SDTypeProfile<0, 1, [SDTCisInt<0>]>, [SDNPHasChain]>;
def NONE : I<(outs), (ins GPR:$a), [(none GPR:$a)]>;
def GLUE : I<(outs), (ins GPR:$a), [(glue GPR:$a)]>;
def CHAIN : I<(outs), (ins GPR:$a), [(chain GPR:$a)]>;
