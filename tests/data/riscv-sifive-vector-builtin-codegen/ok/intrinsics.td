// TOOL: clang-tblgen
// ARGS: -gen-riscv-sifive-vector-builtin-codegen
include "../riscv-vector-builtins/classes.td"

let HasMasked = 0, MaskedPolicyScheme = NonePolicy, RequiredFeatures = ["Xsfvcp"],
    IntrinsicTypes = [-1, 1], IRName = "sf_toy" in
def sf_toy : RVVBuiltin<"Uv", "UvKzUe", "csi">;
