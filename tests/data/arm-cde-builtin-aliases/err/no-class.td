// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-aliases
def x;
