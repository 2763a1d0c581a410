// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-header
def x;
