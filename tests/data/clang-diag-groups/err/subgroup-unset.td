// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../support/clang-diagnostics.inc"

multiclass M { def G : DiagGroup<"x"> { let SubGroups = [?]; } }
defm My : M;
