// ARGS: --gen-global-isel -I ../../../crates/tablewright-test-support/td
// The index of `SUBREG_TO_REG` is read as one too, wherever the value is used.
include "classes.td"

def SUBREG_TO_REG : Generic<(outs type0:$dst), (ins word:$zero, type0:$src, word:$index)>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def : Pat<(i32 (sub GPR:$a, GPR:$a)), (SUBREG_TO_REG (i32 0), GPR:$a, Byte)>;
