// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "i", Operation<[(save_temp $p0, $p0), (op "-", $p0)]>>;
