// TOOL: clang-tblgen
// ARGS: -gen-clang-type-reader
include "../clang-basic-reader/classes.td"

def Type : TypeNode<?, 1>;
def AType : TypeNode<Type>;
def other : HasProperties;
let Class = other in {
  def one : Creator<"">;
  def two : Creator<"">;
}
