// ARGS: --gen-opt-parser-defs
include "options.inc"

def first : Option<["-", "--"], "verbose", KIND_FLAG>;
multiclass Again {
  def "" : Option<["-", "--"], "verbose", KIND_SEPARATE>;
}
defm second : Again;
