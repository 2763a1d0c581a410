// ARGS: --gen-emitter
include "../instructions/classes.inc"

