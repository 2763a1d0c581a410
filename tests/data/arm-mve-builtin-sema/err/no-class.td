// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-sema
def x;
