// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// There has to be a scalar of that size and kind.
let params = [s8] in
def x : Intrinsic<CopyKind<u8, f32>, (args), (add 1, 1)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
