// TOOL: clang-tblgen
// ARGS: -gen-riscv-sifive-vector-builtin-codegen
def x;
