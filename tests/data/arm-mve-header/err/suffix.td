// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// The name shows the parameter, which has to be a scalar.
let params = [Vec<u8>] in
def x : Intrinsic<Void, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 'anonymous_0'
