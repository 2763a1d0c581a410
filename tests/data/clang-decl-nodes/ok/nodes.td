// TOOL: clang-tblgen
// ARGS: -gen-clang-decl-nodes
class DeclNode<DeclNode base, bit abstract = 0> { DeclNode Base = base; bit Abstract = abstract; }
class DeclContext;

// Contexts come first among those that derive from one node; all else is in reverse order.
def Decl : DeclNode<?, 1>;
def Named : DeclNode<Decl, 1>;
def Value : DeclNode<Named>;
def Function : DeclNode<Named>, DeclContext;
def Method : DeclNode<Function>;
def Tag : DeclNode<Named, 1>, DeclContext;
def Enum : DeclNode<Tag>;
def Record : DeclNode<Tag>, DeclContext;
def Empty : DeclNode<Decl>;
