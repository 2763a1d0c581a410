// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
include "classes.inc"
def A : Package<"a"> { let ParentPackage = A; }
