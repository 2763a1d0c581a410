// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
def x;
