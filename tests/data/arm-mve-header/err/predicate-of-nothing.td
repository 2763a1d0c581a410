// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A predicate has as many lanes as a vector of that type.
// The reference does not check this.
def x : Intrinsic<ComplexType<(CTO_Pred Void)>, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 'Void'
