// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADDI LOW:$rd, LOW:$rs, noimm:$imm), (C_NOPRED LOW:$rd, LOW:$rs, noimm:$imm)>;
