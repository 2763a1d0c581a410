// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
def x;
