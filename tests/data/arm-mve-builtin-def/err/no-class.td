// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
def x;
