// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-header
def x;
