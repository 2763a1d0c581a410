// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A size is not divided by zero.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<ComplexType<(CTO_ScaleSize<1, 0> Scalar)>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
