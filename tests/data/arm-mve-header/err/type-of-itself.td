// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A type is not composed of itself.
// The reference does not check this.
def Endless : ComplexType<?> { let spec = (CTO_Pointer<0> Endless); }
def x : Intrinsic<Endless, (args), (add 1, 1)>;
