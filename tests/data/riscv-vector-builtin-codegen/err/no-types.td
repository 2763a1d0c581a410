// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtin-codegen
include "../riscv-vector-builtins/classes.td"

// The reference crashes here.
def a : RVVBuiltin<"v", "vq", "l">;
