// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

// Where all subgroups are implied, their parent stands for them.
def A : DiagGroup<"a">;
def B : DiagGroup<"b">;
def Parent : DiagGroup<"parent", [A, B]>;
def Inside : DiagGroup<"inside">;
def Pedantic : DiagGroup<"pedantic", [Inside]>;
def ext_a : Extension<"a">, InGroup<A>;
def ext_b : Extension<"b">, InGroup<B>;
def ext_inside : Extension<"c">, InGroup<Inside>;
