// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "i", Op<(splat $p0, $p0)>>;
