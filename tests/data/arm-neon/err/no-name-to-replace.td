// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "i", Op<(call (name_replace "y", "z"), $p0)>>;
