// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// The alignment is a number.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (address (CPtr<Vector> $p), u8)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
