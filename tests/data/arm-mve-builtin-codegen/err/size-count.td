// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// A size has one operand.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (bitsize u8, u8)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
