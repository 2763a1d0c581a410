// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-streaming-attrs
def x;
