// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
class TextSubstitution;
class DiagGroup;
class Diagnostic;
multiclass M { def err : Diagnostic; }
defm x_ : M;
