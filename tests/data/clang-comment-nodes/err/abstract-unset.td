// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-nodes
class CommentNode<CommentNode base, bit abstract = 0> { CommentNode Base = base; bit Abstract = abstract; }

def A : CommentNode<?, 1>;
def B : CommentNode<A> { let Abstract = ?; }
