// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

def b : Builtin<"b", [Int]> { let MinVersion = ?; }
