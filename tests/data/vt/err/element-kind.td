// ARGS: --gen-vt
include "value-types.inc"
def OtherVT : ValueType<8, 1>;
def v2Other : VTVec<2, OtherVT, 2>;
