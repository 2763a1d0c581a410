// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-header
include "../riscv-vector-builtins/classes.td"

def h : RVVHeader<?>;
