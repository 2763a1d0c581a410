// ARGS: --gen-opt-rst -I../opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_JOINED> { let Values = ""; }
