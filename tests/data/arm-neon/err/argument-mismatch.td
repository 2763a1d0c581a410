// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..S>", "Ui", Op<(op "+", $p0, $p1)>>;
