// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// A number does not fit its type.
include "classes.td"
def X : I<(outs Byte:$d), (ins Byte:$a), [(set Byte:$d, (sub Byte:$a, 1000))]>;
