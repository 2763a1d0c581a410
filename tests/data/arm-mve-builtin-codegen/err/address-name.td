// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Not the name of a pointer.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (address $p, 4)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
