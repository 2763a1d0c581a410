// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "i", Op<(dup $p0)>>;
