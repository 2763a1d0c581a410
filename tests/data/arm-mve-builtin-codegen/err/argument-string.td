// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// An operand is no string.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (add $a, "text")>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
