// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-builtins
include "../arm-sve-header/classes.td"

def X : Inst<"x", "d", "i", MergeNone, "", [?]>;
