// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADD LOW:$rd, LOW:$rd, imm4:$rt), (C_ADD LOW:$rd, imm4:$rt)>;
