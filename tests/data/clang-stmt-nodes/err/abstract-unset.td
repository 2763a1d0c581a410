// TOOL: clang-tblgen
// ARGS: -gen-clang-stmt-nodes
class StmtNode<StmtNode base, bit abstract = 0> { StmtNode Base = base; bit Abstract = abstract; }

def A : StmtNode<?, 1>;
def B : StmtNode<A> { let Abstract = ?; }
