// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-nodes
class CommentNode<CommentNode base, bit abstract = 0> { CommentNode Base = base; bit Abstract = abstract; }

def Comment : CommentNode<?, 1>;
def InlineContent : CommentNode<Comment, 1>;
def Text : CommentNode<InlineContent>;
def Html : CommentNode<InlineContent, 1>;
def HtmlStart : CommentNode<Html>;
def HtmlEnd : CommentNode<Html>;
def Full : CommentNode<Comment>;
