// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
class Other { string GroupName = "g"; }
class DiagGroup;
class DiagClass;
def CLASS_WARNING : DiagClass;
def G : Other;
class Diagnostic { Other Group = G; DiagClass Class = CLASS_WARNING; }
def warn : Diagnostic;
