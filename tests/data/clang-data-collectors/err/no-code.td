// TOOL: clang-tblgen
// ARGS: -gen-clang-data-collectors
class WhileStmt { code Code = [{}]; }
class BreakStmt { code Text = [{}]; }
