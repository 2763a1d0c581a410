// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../support/clang-diagnostics.inc"

multiclass M { def _remark : Remark<"seen">; }
defm seen : M;
