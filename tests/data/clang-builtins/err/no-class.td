// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
class Builtin;
