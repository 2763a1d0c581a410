// TOOL: clang-tblgen
// ARGS: -gen-clang-type-reader
include "../clang-basic-reader/classes.td"

def Type : TypeNode<?, 1>;
def AType : TypeNode<Type>;
def BType : TypeNode<AType>;
let Class = AType in
def one : Property<"same", Bool>;
let Class = BType in
def two : Property<"same", Bool>;
