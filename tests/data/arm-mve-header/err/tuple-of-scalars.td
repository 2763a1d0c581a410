// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A structure has vectors.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<ComplexType<(CTO_Tuple<2> u8)>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
