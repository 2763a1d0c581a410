// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def Y : SInst<"y", "...", "i">;
def X : SOpInst<"x", "..", "i", Op<(call "y", $p0)>>;
