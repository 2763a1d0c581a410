// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

foreach i = 0...65540 in
def T#i : Type<"t"#i, QualType<"t">>;
def b : Builtin<"b", [T65540]>;
