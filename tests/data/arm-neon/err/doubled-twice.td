// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "Qi", Op<(cast "D", $p0)>>;
