// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// A name is that of an operand, or of an operation before.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (add $a, $b)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
