// TOOL: clang-tblgen
// ARGS: -gen-riscv-sifive-vector-builtin-sema
def x;
