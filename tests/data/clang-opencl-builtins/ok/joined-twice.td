// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

// The overloads of c agree with those of a and of b in one overload each, so that its name is with
// both; it is found with a.
def : Builtin<"a", [Int], [1, 0, 0]>;
def : Builtin<"a", [Float], [1, 0, 0]>;
def : Builtin<"b", [Int], [0, 1, 0]>;
def : Builtin<"b", [Float], [0, 1, 0]>;
def : Builtin<"c", [Int], [1, 0, 0]>;
def : Builtin<"c", [Float], [0, 1, 0]>;
