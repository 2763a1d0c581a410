// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", ".1", "i", Op<(dup $p0, $p0)>>;
