// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// An operand that is a record is a type.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (add $a, add)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
