// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "documentation.inc"
multiclass M { def a : Option<["-"], "a", KIND_FLAG> { let Values = ""; } }
defm my_ : M;
