// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Not to floating-point numbers.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (f32 $a)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
