// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-builtin-za-state
def x;
