// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "documentation.inc"
def a : Option<["-"], "a", KIND_FLAG> { let AliasArgs = ["b"]; }