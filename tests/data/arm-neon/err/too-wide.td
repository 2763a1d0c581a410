// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

// The reference does not check this.
def X : SInst<"x", ".(>>)", "l">;
