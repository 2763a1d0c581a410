// TOOL: clang-tblgen
// ARGS: -gen-clang-stmt-nodes
class StmtNode<StmtNode base, bit abstract = 0> { StmtNode Base = base; bit Abstract = abstract; }

// A node that is not abstract begins the range of those that derive from it.
def Stmt : StmtNode<?, 1>;
def IfStmt : StmtNode<Stmt>;
def ConstexprIfStmt : StmtNode<IfStmt>;
def Expr : StmtNode<Stmt, 1>;
def Literal2 : StmtNode<Expr>;
def Literal10 : StmtNode<Expr>;
