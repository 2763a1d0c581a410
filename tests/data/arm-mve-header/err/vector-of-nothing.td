// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// An element has a size.
// The reference does not check this.
def u0 : PrimitiveType<"u", 0>;
let params = [s8] in
def x : Intrinsic<Vec<u0>, (args), (add 1, 1)>;

// LABEL: 9: in the intrinsic 'x' for type 's8'
