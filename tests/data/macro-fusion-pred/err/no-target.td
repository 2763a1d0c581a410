// ARGS: --gen-macro-fusion-pred
include "fusion.inc"
