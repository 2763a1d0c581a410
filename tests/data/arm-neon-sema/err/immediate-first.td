// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-sema
include "../arm-neon/classes.td"

// The reference reads before the first operand.
def X : SInst<"x", "1I1", "i">;
