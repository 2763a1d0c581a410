// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-enums
include "../support/clang-diagnostics.inc"

// What begins with a percent sign in an option is the name of an enumerator.
def err : Error<"%enum_select<Kind>{a|%0}0">;
