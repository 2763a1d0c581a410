// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtin-sema
def x;
