// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// The elements of a vector are scalars.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<Vec<Vector>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
