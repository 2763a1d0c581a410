// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
include "../arm-mve-header/classes.td"

// Operations are not nested without end.
// The reference does not check this.
def id : IRBuilderBase<"(">;
class Nested<int depth> { dag d = !foldl((id 1), !range(depth), inner, _, (id inner)); }
def x : Intrinsic<Void, (args), Nested<600>.d> { let pnt = PNT_None; }
