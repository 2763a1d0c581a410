// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// An intrinsic of LLVM has a name.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (IRIntBase<?> $a)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
