// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
include "classes.td"

let HasBuiltinAlias = 0, HasMasked = 0 in
def a : RVVBuiltin<"v", "vv", "is">;
