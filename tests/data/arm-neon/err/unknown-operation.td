// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def strange;
def X : SOpInst<"x", "..", "i", Op<(strange $p0)>>;
