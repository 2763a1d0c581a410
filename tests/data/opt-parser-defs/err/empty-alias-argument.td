// ARGS: --release 24 --gen-opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_JOINED>;
def high : Option<["-"], "high", KIND_FLAG> {
  let Alias = level;
  let AliasArgs = ["high", ""];
}
// LABEL: 7: the field 'AliasArgs' is set here
