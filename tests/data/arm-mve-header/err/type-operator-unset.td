// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// The operator of a type is a record.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<ComplexType<(? Scalar)>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
