// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
include "classes.inc"
def C : Checker<"c"> { let Documentation = 0; let Dependencies = [?]; }