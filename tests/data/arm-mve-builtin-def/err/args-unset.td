// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// There is a list of operands.
def x : Intrinsic<Void, ?, (add 1, 1)>;
