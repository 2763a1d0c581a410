// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../support/clang-diagnostics.inc"

def GlobalDocumentation { code Intro = [{Flags
=====
}]; }

def G : DiagGroup<"g">;
def H : DiagGroup<"h", [G]>;
def remark : Remark<"seen">, InGroup<G>;
def warn : Warning<"bad">, InGroup<H>;
// LABEL: 12: this diagnostic is not a remark
