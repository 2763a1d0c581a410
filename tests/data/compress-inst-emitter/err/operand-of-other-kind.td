// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADDI LOW:$rd, LOW:$rd, "text"), (C_ADDI LOW:$rd, 0)>;
