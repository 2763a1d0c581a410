// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
// The forms of a `%select` stand in braces, may be empty, and may hold another one.
include "../support/clang-diagnostics.inc"
def err_select : Error<"%select{a|%select{b|c}1|}0 d">;
