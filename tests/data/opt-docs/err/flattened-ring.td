// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "documentation.inc"
def A : OptionGroup<"a"> { let Group = A; bit DocFlatten = 1; }
def a : Option<["-"], "a", KIND_FLAG> { let Group = A; }
