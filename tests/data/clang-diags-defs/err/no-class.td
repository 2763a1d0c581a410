// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
class Diagnostic;
def err : Diagnostic;
