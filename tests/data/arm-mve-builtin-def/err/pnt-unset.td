// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// How the name is shortened has to be said.
let params = [s8] in
def x : Intrinsic<Vector, (args), (add 1, 1)> { let pnt = ?; }
