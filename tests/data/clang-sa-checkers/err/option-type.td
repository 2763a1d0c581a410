// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
include "classes.inc"
multiclass M {
  def Check : Checker<"C"> {
    let Documentation = 0;
    let CheckerOptions = [CmdLineOption<Strange, "Flag", "", "", Released>];
  }
}
defm My : M;
