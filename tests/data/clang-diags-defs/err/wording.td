// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

// All faults of wording are reported.
def err_start : Error<"The name is unknown">;
def err_end : Error<"unknown name.">;
multiclass M { def _select : Error<"%select{one|Two}0 %select{three!|four}1">; }
defm err : M;
