// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// These are numbers or code.
let params = [s8] in
def x : Intrinsic<Vector, (args), (CustomCodegen<"VLD24"> u8:$Type)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
