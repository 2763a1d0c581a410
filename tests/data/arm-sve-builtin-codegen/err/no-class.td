// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-builtin-codegen
def x;
