// ARGS: --release 22 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Since release 22 numbers have to fit a type of 32 bits, too.
include "classes.td"
def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, 4294967296))]>;
