// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
class DeclNode<DeclNode base, bit abstract = 0> { DeclNode Base = base; bit Abstract = abstract; }
class DeclContext;

def A : DeclNode<?, 1>;
multiclass M { def  : DeclNode<?>; }
defm B : M;
