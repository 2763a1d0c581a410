// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-builtins
def x;
