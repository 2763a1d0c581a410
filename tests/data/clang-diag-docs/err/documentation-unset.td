// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../clang-diagnostics/base.inc"

def GlobalDocumentation { code Intro = [{Flags
=====
}]; }

def G : DiagGroup<"g"> { let Documentation = ?; }
