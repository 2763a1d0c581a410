// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Each commutative node whose operands differ doubles the number of variants.
include "classes.td"
defvar nested = !foldl((add Byte:$a, Byte:$a), !range(13), sum, i, (add sum, Byte:$a));
def X : I<(outs Byte:$d), (ins Byte:$a), [(set Byte:$d, nested)]>;
