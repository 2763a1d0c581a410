// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-sema
include "../arm-mve-header/classes.td"

// The bounds of an immediate are of a known class.
def IB_Odd : ImmediateBounds;
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, Immediate<sint, IB_Odd>:$b), (add $a, $b)>;

// LABEL: 8: in the intrinsic 'x' for type 's8'
