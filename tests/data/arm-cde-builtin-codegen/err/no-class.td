// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-codegen
def x;
