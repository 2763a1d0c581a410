// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A type is composed by operators of class `ComplexTypeOp`.
let params = [s8] in
def x : Intrinsic<ComplexType<(add Scalar)>, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
