// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Values are converted to integers and pointers.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (Vector $a)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
