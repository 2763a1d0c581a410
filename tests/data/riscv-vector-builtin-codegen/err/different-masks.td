// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtin-codegen
include "../riscv-vector-builtins/classes.td"

let Name = "same_m", HasMasked = 0, IRName = "x" in
def a : RVVBuiltin<"v", "vv", "i">;
let Name = "same", MaskedIRName = "x", MaskedPolicyScheme = NonePolicy in
def b : RVVBuiltin<"v", "vv", "i">;
