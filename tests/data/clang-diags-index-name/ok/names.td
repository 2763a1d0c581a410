// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-index-name
include "../support/clang-diagnostics.inc"

// In byte order, not as other outputs have it: the tenth before the second.
def warn_2 : Warning<"b">;
def warn_10 : Warning<"a">;
def err_name : Error<"c">;
def Warn : Warning<"d">;
