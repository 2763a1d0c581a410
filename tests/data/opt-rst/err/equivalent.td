// ARGS: --gen-opt-rst -I../opt-parser-defs
include "options.inc"

def a : Option<["-"], "level", KIND_FLAG>;
def b : Option<["-"], "level", KIND_FLAG>;
