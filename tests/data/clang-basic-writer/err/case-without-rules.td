// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-writer
include "../clang-basic-reader/classes.td"

def KindOfB : EnumPropertyType;
def one : PropertyTypeKind<Bool, KindOfB, "x">;
def two : PropertyTypeCase<Bool, "x">;
