// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-sema
include "../arm-mve-header/classes.td"

// An immediate has bounds.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, Immediate<sint, ?>:$b), (add $a, $b)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
