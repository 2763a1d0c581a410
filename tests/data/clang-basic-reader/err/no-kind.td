// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
include "classes.td"

def one : PropertyTypeCase<Bool, "x">;
