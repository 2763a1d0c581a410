// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// The operand of a size is a scalar.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (bitsize Vector)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
