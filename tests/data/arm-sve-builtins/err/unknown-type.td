// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-builtins
include "../arm-sve-header/classes.td"

// The reference does not check this.
def X : Inst<"x", "d", "z">;
