// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-test
def x;
