// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
include "../clang-opencl-builtins/classes.td"

// Two extensions come in the order of the types; more are sorted.
let Extension = TypeExtension<"ext_d ext_c"> in
def A : Type<"a", QualType<"Context.ATy">>;
let Extension = TypeExtension<"ext_b ext_c"> in
def B : Type<"b", QualType<"Context.BTy">>;
def : Builtin<"one", [A]>;
def : Builtin<"two", [A, B]>;
