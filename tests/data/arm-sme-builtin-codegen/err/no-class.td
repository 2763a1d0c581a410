// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-builtin-codegen
def x;
