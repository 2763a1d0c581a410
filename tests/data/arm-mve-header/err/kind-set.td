// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-header
include "classes.td"

// The kind of a scalar may be set in its body.
// The reference does not check this.
def b8 : PrimitiveType<"s", 8> {
  let kind = "b";
}

// LABEL: 8: the field 'kind' is set here
