// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
def x;
