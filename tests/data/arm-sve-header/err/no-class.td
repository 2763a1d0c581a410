// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-header
def x;
