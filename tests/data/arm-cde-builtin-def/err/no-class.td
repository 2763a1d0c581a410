// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-def
def x;
