// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

// The reference does not check this.
def X : SOpInst<"x", "..", "i", Op<(cast "strange", $p0)>>;
