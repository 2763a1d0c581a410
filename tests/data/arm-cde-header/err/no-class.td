// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-header
def x;
