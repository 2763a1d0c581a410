// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
include "classes.td"

// The reference does not check this; what it does then is undefined.
def v : RVVBuiltin<"v", "vv", "i"> { let RequiredFeatures = ["Toy"]; }
