// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// There has to be a scalar of twice that size.
let params = [u64] in
def x : Intrinsic<Double, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 'u64'
