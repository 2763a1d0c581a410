// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// The operator of an operation is a record.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (? $a)>;
