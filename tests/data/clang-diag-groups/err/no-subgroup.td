// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
class Diagnostic;
class Other { string GroupName = "g"; }
class DiagGroup { string GroupName = "h"; string CategoryName = ""; list<Other> SubGroups = []; }
def G : Other;
def H : DiagGroup { let SubGroups = [G]; }
