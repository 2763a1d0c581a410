// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// The name shows the parameter, which has to be a scalar.
def Bytes : Vec<u8>;
let params = [Bytes] in
def x : Intrinsic<Void, (args), (add 1, 1)>;

// LABEL: 8: in the intrinsic 'x' for type 'Bytes'
