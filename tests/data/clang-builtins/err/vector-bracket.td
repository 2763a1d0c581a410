// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
include "classes.inc"
multiclass M {
  def A : Builtin {
    let Spellings = ["a"];
    let Prototype = "_ExtVector(8, int)(int)";
  }
}
defm My : M;
