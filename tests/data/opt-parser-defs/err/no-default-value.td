// ARGS: --gen-opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_FLAG> {
  let KeyPath = "Opts.Level";
}
