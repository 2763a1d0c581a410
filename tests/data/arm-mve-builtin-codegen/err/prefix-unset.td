// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// A function has a name.
def odd : IRBuilderBase<?>;
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (odd $a)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
