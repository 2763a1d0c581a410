// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
class TextSubstitution;
class DiagGroup;
class Diagnostic { int Group = 1; string Class = "CLASS_ERROR"; }
def err : Diagnostic;
