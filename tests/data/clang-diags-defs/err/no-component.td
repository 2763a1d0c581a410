// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs -clang-component=Toy
include "../clang-diagnostics/base.inc"

def err : Error<"x"> { let Component = ?; }