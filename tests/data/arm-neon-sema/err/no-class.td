// TOOL: clang-tblgen
// ARGS: -gen-arm-neon-sema
def x;
