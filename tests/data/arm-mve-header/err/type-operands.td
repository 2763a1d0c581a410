// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A composed type has all operands.
// The reference does not check this.
let params = [s8] in
def x : Intrinsic<ComplexType<(CTO_Vec)>, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
