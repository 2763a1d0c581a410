// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SOpInst<"x", "..", "i", Operation<[(save_temp $a, (save_temp $b, $p0)), (op "-", $p0)]>>;
