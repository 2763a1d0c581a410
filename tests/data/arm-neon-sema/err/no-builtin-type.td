// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-sema
include "../arm-neon/classes.td"

// The reference does not check this.
def X : SInst<"x", "F..1", "c">;
