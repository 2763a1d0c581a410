// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A parameter cannot depend on another one.
let params = [Scalar] in
def x : Intrinsic<Void, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 'Scalar'
