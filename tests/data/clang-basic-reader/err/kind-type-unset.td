// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
include "classes.td"

def one : PropertyTypeKind<Bool, ?, "x">;
def two : PropertyTypeCase<Bool, "x">;
