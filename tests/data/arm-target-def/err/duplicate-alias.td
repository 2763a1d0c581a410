// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], []>;
def : ProcessorModel<"old", [HasV8_0aOps]>;
multiclass Aliases {
  def _a : ProcessorAlias<"new", "old">;
  def _b : ProcessorAlias<"new", "old">;
}
defm new : Aliases;
// LABEL: 6: the other alias of that name
