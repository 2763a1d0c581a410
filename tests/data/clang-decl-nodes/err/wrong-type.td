// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
class DeclNode { string Base = "A"; bit Abstract = 0; }
class DeclContext;
def A : DeclNode;
