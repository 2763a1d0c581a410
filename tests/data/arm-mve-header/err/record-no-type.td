// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A type is void, a scalar, or composed of others.
def odd : Type;
let params = [s8] in
def x : Intrinsic<odd, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
