// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
include "classes.inc"
def P : Package<"p">;
multiclass M { def Check : Checker<"C"> { let ParentPackage = P; } }
defm My : M;
