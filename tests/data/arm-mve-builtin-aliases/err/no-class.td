// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-aliases
def x;
