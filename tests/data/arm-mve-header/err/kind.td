// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// A scalar is signed, unsigned, or a floating-point number.
// The reference does not check this.
def b8 : PrimitiveType<"b", 8>;
