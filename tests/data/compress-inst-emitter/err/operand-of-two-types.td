// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADDI LOW:$rd, LOW:$rd, imm16:$imm), (C_ADDI LOW:$rd, imm4:$imm)>;
