// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// A conversion has one operand.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (u32 $a, $a)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
