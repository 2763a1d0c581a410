// TOOL: clang-tblgen
// ARGS: --release 24 -gen-riscv-vector-builtin-sema
// A row ends with the mask of the result. Clang's enumerators after the enumerator for masks are higher by one.
include "../riscv-vector-builtins/classes.td"

class RVVBuiltin24<string suffix, string prototype, string types> : RVVBuiltin<suffix, prototype, types> {
  bit MaskedPrototypeHasResultMask = 0;
}
def vmseq : RVVBuiltin24<"vm", "mvv", "i"> { let MaskedPrototypeHasResultMask = 1; }
def vrgather : RVVBuiltin24<"v", "vv(Log2EEW:4)Uv", "i">;
def vqdot : RVVBuiltin24<"v", "(FixedSEW:32)v(LFixedLog2LMUL:1)v", "i"> { let HasMasked = 0; }
def vset : RVVBuiltin24<"(Tuple:2)v", "(Tuple:2)v", "i"> { let HasMasked = 0; }
