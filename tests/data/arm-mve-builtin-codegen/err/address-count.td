// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// An address has an operand and an alignment.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (address (CPtr<Vector> $p))>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
