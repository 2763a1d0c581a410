// TOOL: clang-tblgen
// ARGS: -gen-arm-fp16
include "../arm-neon/classes.td"

def VADDH : SInst<"vaddh", "111", "Sh">;
