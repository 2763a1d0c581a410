// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADDI LOW:$rd, LOW:$rd, 1), (C_ADDI LOW:$rd, imm4:$imm)>;
