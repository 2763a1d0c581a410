// TOOL: clang-tblgen
// ARGS: -gen-arm-fp16
def x;
