// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// What code of Clang's own is told has names.
let params = [s8] in
def x : Intrinsic<Vector, (args), (CustomCodegen<"VLD24"> 2)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
