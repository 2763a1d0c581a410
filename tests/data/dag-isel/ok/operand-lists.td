// ARGS: --release 23 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// From release 23 on nodes share lists of operands; numbers with sign are SLEB128.
include "classes.td"

def DEC : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, -1))]>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, always:$p), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
def AND : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (and GPR:$a, 200))]>;
