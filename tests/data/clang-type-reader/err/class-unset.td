// TOOL: clang-tblgen
// ARGS: -gen-clang-type-reader
include "../clang-basic-reader/classes.td"

def Type : TypeNode<?, 1>;
def AType : TypeNode<Type>;
def one : Property<"p", Bool>;
