// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

def A : GenericType<"A", TypeList<[Int, Float]>, OneSize>;
def B : GenericType<"B", TypeList<[Int, Int, Int]>, OneSize>;
def b : Builtin<"b", [A, B]>;
