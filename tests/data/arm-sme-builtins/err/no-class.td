// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-builtins
def x;
