// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "documentation.inc"
def a : Option<["-"], ?, KIND_FLAG>;