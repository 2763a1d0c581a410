// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
class DeclNode<DeclNode base, bit abstract = 0> { DeclNode Base = base; bit Abstract = abstract; }
class DeclContext;

def A : DeclNode<?> { let Base = A; }
