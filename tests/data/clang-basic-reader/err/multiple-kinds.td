// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
// LABEL: 7: the first one is here
include "classes.td"

def KindOfB : EnumPropertyType;
def one : PropertyTypeKind<Bool, KindOfB, "x">;
def two : PropertyTypeKind<Bool, KindOfB, "x">;
