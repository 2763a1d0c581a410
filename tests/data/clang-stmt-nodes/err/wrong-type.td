// TOOL: clang-tblgen
// ARGS: -gen-clang-stmt-nodes
class StmtNode { string Base = "A"; bit Abstract = 0; }
class DeclContext;
def A : StmtNode;
