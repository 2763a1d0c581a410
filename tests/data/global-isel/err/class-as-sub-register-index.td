// ARGS: --gen-global-isel -I ../../../crates/tablewright-test-support/td
// What stands where a sub-register index belongs is read as one: a register class has a size, but no offset.
include "classes.td"

def EXTRACT_SUBREG : Generic<(outs type0:$dst), (ins type0:$src, word:$index)>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def : Pat<(i32 (sub GPR:$a, GPR:$a)), (EXTRACT_SUBREG GPR:$a, Byte)>;
