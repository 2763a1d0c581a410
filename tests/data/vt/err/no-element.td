// ARGS: --gen-vt
include "value-types.inc"
def v2 : ValueType<8, 1> { let isVector = true; }
