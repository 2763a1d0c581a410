// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs -clang-component=Toy
include "../support/clang-diagnostics.inc"

def err : Error<"x"> { let Component = ?; }