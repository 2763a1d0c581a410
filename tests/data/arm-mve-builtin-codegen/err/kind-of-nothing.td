// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// The kind of type in a name is that of the parameter.
// The reference does not check this.
def x : Intrinsic<Void, (args), (IRIntBase<"odd", [], 1>)> { let pnt = PNT_None; }
