// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-typeflags
def x;
