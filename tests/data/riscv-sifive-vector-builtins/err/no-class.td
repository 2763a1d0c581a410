// TOOL: clang-tblgen
// ARGS: -gen-riscv-sifive-vector-builtins
def x;
