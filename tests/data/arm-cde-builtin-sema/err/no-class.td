// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-sema
def x;
