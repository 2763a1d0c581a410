// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
// The forms of a `%plural` stand behind the numbers they are for, and may hold arguments.
include "../support/clang-diagnostics.inc"
def err_plural : Error<"%0 %plural{0:no %1|1:one|:%0 or %select{x|y}2}0">;
def err_ranges : Error<"%plural{1:thing|[2,3]:few things|:things}0">;
