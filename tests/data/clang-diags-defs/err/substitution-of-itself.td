// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

def a : TextSubstitution<"a%sub{b}">;
def b : TextSubstitution<"b%sub{a}">;
def err : Error<"%sub{a}">;
