// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// Without parameters there is no `Scalar`.
def x : Intrinsic<Scalar, (args), (add 1, 1)>;

// LABEL: 6: in the intrinsic 'x' for type 'Void'
