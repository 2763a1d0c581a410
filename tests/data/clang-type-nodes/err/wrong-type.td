// TOOL: clang-tblgen
// ARGS: -gen-clang-type-nodes
class TypeNode { string Base = "A"; bit Abstract = 0; }
class DeclContext;
def AType : TypeNode;
