// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-def
include "../arm-mve-header/classes.td"

// The number of parts to leave out has to be said.
def PNT_Odd : PolymorphicNameType<?, ?>;
let pnt = PNT_Odd in
def x : Intrinsic<Void, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 'Void'
