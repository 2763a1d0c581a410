// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs
include "../clang-diagnostics/base.inc"

multiclass M { def _remark : Remark<"seen">; }
defm seen : M;
