// TOOL: clang-tblgen
// ARGS: -gen-arm-bf16
def x;
