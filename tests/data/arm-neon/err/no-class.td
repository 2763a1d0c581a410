// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
def x;
