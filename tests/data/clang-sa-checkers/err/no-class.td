// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
class Checker;
