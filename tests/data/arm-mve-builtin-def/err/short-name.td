// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// A name has the parts that are left out.
// The reference does not check this.
let pnt = PolymorphicNameType<2, ?> in
def x : Intrinsic<Void, (args), (add 1, 1)>;
