// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

// These are shown as errors, but the output stands.
def A : DiagGroup<"a">;
def warn_a : Warning<"x">, InGroup<DiagGroup<"a">>;
def warn_b1 : Warning<"x">, InGroup<DiagGroup<"b">>;
def warn_b2 : Warning<"x">, InGroup<DiagGroup<"b">>;
def C : DiagGroup<"c">;
def : DiagGroup<"c">;
