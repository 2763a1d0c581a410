// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-streaming-attrs
def x;
