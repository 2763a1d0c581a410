// ARGS: --gen-vt
include "value-types.inc"
def i8 : VTInt<8, 1>;
def f32 : VTFP<32, 2>;
def i16 : VTInt<16, 3>;
