// ARGS: --gen-opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_JOINED> {
  let Values = "low,high";
  let NormalizedValues = ["Low"];
  let KeyPath = "Opts.Level";
  let DefaultValue = "Low";
}
