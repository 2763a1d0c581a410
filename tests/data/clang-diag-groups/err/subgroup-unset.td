// TOOL: clang-tblgen
// ARGS: -gen-clang-diag-groups
include "../clang-diagnostics/base.inc"

multiclass M { def G : DiagGroup<"x"> { let SubGroups = [?]; } }
defm My : M;
