// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// A name in a sequence is known in that sequence.
let params = [s8] in
def x : Intrinsic<Vector, (args Vector:$a, CPtr<Scalar>:$p), (add (seq (add $a, $a):$b, (add $b, $b)), $b)>;

// LABEL: 7: in the intrinsic 'x' for type 's8'
