// ARGS: --gen-emitter
include "../support/instructions.inc"

