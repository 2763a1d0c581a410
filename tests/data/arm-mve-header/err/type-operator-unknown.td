// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A record of that class need not be an operator.
def CTO_Odd : ComplexTypeOp;
let params = [s8] in
def x : Intrinsic<ComplexType<(CTO_Odd Scalar)>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
