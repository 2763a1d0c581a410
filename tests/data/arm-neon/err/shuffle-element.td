// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "c", Op<(shuffle $p0, $p0, OP_NONE)>>;
