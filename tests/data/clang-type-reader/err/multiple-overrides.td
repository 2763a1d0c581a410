// TOOL: clang-tblgen
// ARGS: -gen-clang-type-reader
// LABEL: 9: the first one is here
include "../clang-basic-reader/classes.td"

def Type : TypeNode<?, 1>;
def AType : TypeNode<Type>;
let Class = AType in {
  def one : Override;
  def two : Override;
}
