// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

def Three : IntList<"Three", [1, 2, 3]>;
def A : GenericType<"A", TypeList<[Int]>, Sizes>;
def B : GenericType<"B", TypeList<[Int]>, Three>;
def b : Builtin<"b", [A, B]>;
