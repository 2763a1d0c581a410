// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../support/clang-diagnostics.inc"

def GlobalDocumentation { code Intro = [{Flags
=====
}]; }

def G : DiagGroup<"g">;
def warn : Warning<"%select{a|b">, InGroup<G>;
