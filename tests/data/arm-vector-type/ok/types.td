// TOOL: clang-tblgen
// ARGS: -gen-arm-vector-type
// The description does not matter.
def nothing;
