// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-sema
include "../arm-mve-header/classes.td"

// Lanes are counted where there is a parameter.
// The reference does not check this.
let pnt = PNT_None in
def x : Intrinsic<u32, (args Immediate<sint, IB_LaneIndex>:$a), (add $a, $a)>;

// LABEL: 8: in the intrinsic 'x' for type 'Void'
