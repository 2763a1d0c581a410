// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

// The reference does not check this.
def X : SOpInst<"x", "..", "i", Op<(call "y", $p0)>>;
def Y : SOpInst<"y", "..", "i", Op<(call "x", $p0)>>;
