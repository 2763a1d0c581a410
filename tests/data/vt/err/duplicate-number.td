// ARGS: --gen-vt
include "value-types.inc"
def i8 : VTInt<8, 1>;
def i16 : VTInt<16, 1>;
