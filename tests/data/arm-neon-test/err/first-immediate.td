// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-test
include "../arm-neon/classes.td"

def X : SInst<"x", "1I1", "i">;
