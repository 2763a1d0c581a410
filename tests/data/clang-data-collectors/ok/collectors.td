// TOOL: clang-tblgen
// ARGS: -gen-clang-data-collectors
class WhileStmt { code Code = [{
    addData(S->getKind());
}]; }
class BreakStmt { string Code = "addData(1);"; }
