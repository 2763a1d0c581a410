// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Code has no name for a floating-point number of that size.
def f8 : PrimitiveType<"f", 8>;
let params = [s8] in
def x : Intrinsic<Vector, (args), (IRIntBase<"odd", [f8]>)>;

// LABEL: 8: in the intrinsic 'x' for type 'int8_t'
