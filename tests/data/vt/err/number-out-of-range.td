// ARGS: --gen-vt
include "value-types.inc"
def i8 : VTInt<8, 256>;
