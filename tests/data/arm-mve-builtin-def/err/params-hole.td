// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// The parameters are records.
def x : Intrinsic<Void, (args), (add 1, 1)> { let params = [?]; }
