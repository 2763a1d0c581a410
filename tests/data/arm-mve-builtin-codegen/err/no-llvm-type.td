// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Code has no name for a structure.
let params = [s8] in
def x : Intrinsic<Vector, (args), (IRIntBase<"odd", [Tuple<2>]>)>;

// LABEL: 7: in the intrinsic 'x' for type 'int8_t'
