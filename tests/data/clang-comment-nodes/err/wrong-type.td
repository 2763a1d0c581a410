// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-nodes
class CommentNode { string Base = "A"; bit Abstract = 0; }
class DeclContext;
def A : CommentNode;
