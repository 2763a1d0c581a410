// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// An operand is a record or a dag.
let params = [s8] in
def x : Intrinsic<Vector, (args 1:$a), (add $a, $a)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
