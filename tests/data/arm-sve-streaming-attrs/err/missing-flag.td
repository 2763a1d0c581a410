// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-streaming-attrs
include "../arm-sve-header/classes.td"

// The reference aborts here.
def X : Inst<"x", "d", "i"> { let SMETargetGuard = "sme"; }
