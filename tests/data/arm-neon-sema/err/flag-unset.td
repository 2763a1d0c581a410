// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-sema
include "../arm-neon/classes.td"

def X : SInst<"x", ".1I", "i"> { let isVXAR = ?; }
