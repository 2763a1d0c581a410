// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// There is a result, if only `Void`.
def x : Intrinsic<?, (args), (add 1, 1)>;
