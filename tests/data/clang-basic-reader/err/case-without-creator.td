// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
include "classes.td"

def KindOfB : EnumPropertyType;
def one : PropertyTypeKind<Bool, KindOfB, "x">;
def two : PropertyTypeCase<Bool, "x">;
let Class = two in
def three : Property<"p", Bool>;
