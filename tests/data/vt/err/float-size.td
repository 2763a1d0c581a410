// ARGS: --gen-vt
include "value-types.inc"
def f24 : VTFP<24, 1>;
