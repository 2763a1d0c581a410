// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// The operand of an address is a conversion to a pointer.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (address (u32 $p), 4)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
