// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtin-codegen
def x;
