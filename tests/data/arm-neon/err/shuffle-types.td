// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..Q", "i", Op<(shuffle $p0, $p1, mask0)>>;
