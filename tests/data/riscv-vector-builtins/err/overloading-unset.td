// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
include "classes.td"

def v : RVVBuiltin<"v", "vv", "i"> { let SupportOverloading = ?; }
