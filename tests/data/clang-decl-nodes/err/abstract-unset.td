// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
class DeclNode<DeclNode base, bit abstract = 0> { DeclNode Base = base; bit Abstract = abstract; }
class DeclContext;

def A : DeclNode<?, 1>;
def B : DeclNode<A> { let Abstract = ?; }
