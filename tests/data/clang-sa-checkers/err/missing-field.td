// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
class Package;
class Checker { string CheckerName = "c"; }
def C : Checker;
